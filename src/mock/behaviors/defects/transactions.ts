/** The parts of defects in the handling of transactions. */
import type { OperationId } from '../../../contract/types.ts';
import type { Identifiers } from '../../../ledger/ledger.ts';
import { hasIdentifier } from '../../../ledger/resolve-transaction.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Behavior } from '../../behavior.ts';
import type { Call, Fields } from '../../request.ts';
import { accepted } from '../../response.ts';
import { changeFeeCall } from './defect.ts';
import { inPosition, onlyIf, type Position, withPositions } from './positions.ts';

/** Opens a new transaction for some updates. */
export function reopen(applies: (position: Position, call: Call) => boolean): Behavior {
  return inPosition(
    (position, call) => position.by !== 'first' && applies(position, call),
    changeFeeCall(({ sTxId: _, mTxId: __, ...fields }) => fields),
  );
}

/** Returns one sTxId for first calls or sales with the same value of an opaque field. */
export function keyBy(operation: OperationId, field: string): Behavior {
  const sTxIds = new Map<string, unknown>();

  return {
    async handle(fields, next, call) {
      const isFirst = fields['sTxId'] === undefined && fields['mTxId'] === undefined;
      if (call.operation !== operation || fields[field] === undefined) return next(fields);
      if (operation === 'calculateFee' && !isFirst) return next(fields);
      const key = JSON.stringify([call.context.merchant.name, fields[field]]);
      const known = sTxIds.get(key);
      if (known !== undefined) return next({ ...fields, sTxId: known, mTxId: undefined });
      const outcome = await next(fields);
      if (outcome.kind !== 'refused') sTxIds.set(key, (outcome.body as Fields)['sTxId']);

      return outcome;
    },
  };
}

/** Prices an update with this field of the first call. */
export function keepField(field: string): Behavior {
  return withPositions((positionOf) =>
    changeFeeCall((fields, call) => {
      const { by, opening } = positionOf(call);

      return by === 'first' ? fields : { ...fields, [field]: opening[field] };
    }),
  );
}

/** Prices an update with this field of the call before it, of whichever transaction of the merchant. */
export function takeFieldOfLastCall(field: string, by: Position['by']): Behavior {
  const last = new Map<string, unknown>();

  return withPositions((positionOf) =>
    changeFeeCall((fields, call) => {
      const { name } = call.context.merchant;
      const before = last.get(name) ?? fields[field];
      last.set(name, fields[field]);

      return positionOf(call).by === by ? { ...fields, [field]: before } : fields;
    }),
  );
}

/** Prices an update with this field of the transaction that its merchant opened last. */
export function takeFieldOfLastFirstCall(field: string): Behavior {
  const last = new Map<string, unknown>();

  return withPositions((positionOf) =>
    changeFeeCall((fields, call) => {
      const { name } = call.context.merchant;
      if (positionOf(call).by === 'first') last.set(name, fields[field]);

      return { ...fields, [field]: last.get(name) ?? fields[field] };
    }),
  );
}

/** Changes the mTxIds that the ledger gets. */
export function changeMTxIds(change: (mTxId: string) => string): Behavior {
  const changed = <By extends Identifiers>(by: By): By =>
    by.mTxId === undefined ? by : { ...by, mTxId: change(by.mTxId) };

  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        record: (merchant, by, calculation) => ledger.record(merchant, changed(by), calculation),
        attach: (merchant, by, sale) => ledger.attach(merchant, changed(by), sale),
        find: (merchant, by) => ledger.find(merchant, changed(by)),
      }),
  };
}

/** Finds a transaction by the beginning of its mTxId. */
export function findByBeginning(): Behavior {
  const known = new Set<string>();

  return changeMTxIds((mTxId) => {
    const longer = [...known].find((one) => one.startsWith(mTxId));
    if (longer === undefined) known.add(mTxId);

    return longer ?? mTxId;
  });
}

/** Returns the same sTxId for first calls with equal bodies. */
export function reuseSTxIds(): Behavior {
  const sTxIds = new Map<string, string>();

  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          if (hasIdentifier(by)) return ledger.record(merchant, by, calculation);
          const body = JSON.stringify([merchant, calculation.request]);
          const recorded = await ledger.record(merchant, { sTxId: sTxIds.get(body) }, calculation);
          if (recorded.kind === 'opened') sTxIds.set(body, recorded.transaction.sTxId);

          return recorded;
        },
      }),
  };
}

/** Counts the transactions of each merchant by itself. */
export function countForEachMerchant(): Behavior {
  const inner = new Map<string, string>();
  const outer = new Map<string, string>();
  const counts = new Map<string, number>();
  const keyOf = (merchant: string, sTxId: unknown) => JSON.stringify([merchant, sTxId]);

  return {
    async handle(fields, next, call) {
      const { name } = call.context.merchant;
      const sTxId = inner.get(keyOf(name, fields['sTxId'])) ?? fields['sTxId'];
      const outcome = await next({ ...fields, sTxId });
      if (outcome.kind === 'refused') return outcome;
      const body = outcome.body as Fields;
      const known = outer.get(String(body['sTxId']));
      if (known !== undefined) return accepted({ ...body, sTxId: known });
      const count = (counts.get(name) ?? 0) + 1;
      const counted = `tx-${count}`;
      counts.set(name, count);
      outer.set(String(body['sTxId']), counted);
      inner.set(keyOf(name, counted), String(body['sTxId']));

      return accepted({ ...body, sTxId: counted });
    },
  };
}

/** Answers some calls with the sTxId of a transaction that the merchant opened before the one that they name. */
export function answerForAnother(operation: OperationId, applies: (position: Position) => boolean): Behavior {
  const opened = new Map<string, readonly unknown[]>();

  return withPositions((positionOf) => ({
    async handle(fields, next, call) {
      const position = positionOf(call);
      const { name } = call.context.merchant;
      const outcome = await next(fields);
      if (outcome.kind === 'refused') return outcome;
      const body = outcome.body as Fields;
      const known = opened.get(name) ?? [];
      if (call.operation === 'calculateFee' && position.by === 'first')
        opened.set(name, [body['sTxId'], ...known].slice(0, 2));
      const other = known.find((sTxId) => sTxId !== body['sTxId']);

      return call.operation === operation && other !== undefined && applies(position)
        ? accepted({ ...body, sTxId: other })
        : outcome;
    },
  }));
}

/** Lets an update by sTxId change the mTxId, and opens a new transaction when it does so again. */
export function changeMTxIdOnce(): Behavior {
  const changes = new Map<unknown, number>();

  return withPositions((positionOf) =>
    onlyIf(
      (_, { operation }) => operation === 'calculateFee',
      changeFeeCall((fields, call) => {
        const { sTxId, by, opening } = positionOf(call);
        const { mTxId, ...others } = fields;
        if (by !== 'both' || opening['mTxId'] === undefined || mTxId === opening['mTxId']) return fields;
        const count = (changes.get(sTxId) ?? 0) + 1;
        changes.set(sTxId, count);
        const { sTxId: _, ...first } = fields;

        return count === 1 ? others : first;
      }),
    ),
  );
}
