/** What defects in the handling of transactions are made of. */
import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../../contract/types.ts';
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { hasIdentifier } from '../../../ledger/resolve-transaction.ts';
import { thenSync } from '../../../ledger/then-sync.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Behavior } from '../../behavior.ts';
import type { Call, Fields } from '../../request.ts';
import { accepted } from '../../response.ts';
import { changeFeeCall, changeResponse } from './defect.ts';
import { inPosition, onlyIf, type Position, withPositions } from './positions.ts';

/** How long a call takes, in milliseconds, so that some overlap. */
const OVERLAP = 15;

/** Two calls at the same time are answered properly, so that only rules about concurrency find the defect. */
export const CONCURRENT = 3;

/** Opens a new transaction for some updates. */
export function reopen(isThere: (position: Position, call: Call) => boolean): Behavior {
  return inPosition(
    (position, call) => position.by !== 'first' && isThere(position, call),
    changeFeeCall(({ sTxId: _, mTxId: __, ...fields }) => fields),
  );
}

/** Returns one sTxId for first calls or sales with the same value of an opaque field. */
export function keyBy(operation: OperationId, field: string): Behavior {
  const sTxIds = new Map<string, unknown>();

  return {
    handle(fields, next, call) {
      const isFirst = fields['sTxId'] === undefined && fields['mTxId'] === undefined;
      if (call.operation !== operation || fields[field] === undefined) return next(fields);
      if (operation === 'calculateFee' && !isFirst) return next(fields);
      const key = JSON.stringify([call.context.merchant.name, fields[field]]);
      const known = sTxIds.get(key);
      if (known !== undefined) return next({ ...fields, sTxId: known, mTxId: undefined });

      return thenSync(next(fields), (outcome) => {
        if (outcome.kind !== 'refused') sTxIds.set(key, (outcome.body as Fields)['sTxId']);

        return outcome;
      });
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
    handle(fields, next, call) {
      const { name } = call.context.merchant;
      const sTxId = inner.get(keyOf(name, fields['sTxId'])) ?? fields['sTxId'];

      return thenSync(next({ ...fields, sTxId }), (outcome) => {
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
      });
    },
  };
}

interface MixUp {
  readonly operation: OperationId;
  /** Calls that it concerns; all unless given. */
  readonly isThere?: (position: Position) => boolean;
  /** Whether the other call is of another merchant. */
  readonly betweenMerchants?: true;
  /** What a call is answered with in place of its own. */
  readonly field: 'sTxId' | 'transactionFee';
}

/** Answers some of the calls that come at the same time with a value of another. */
export function mixUpConcurrent({
  operation,
  isThere = () => true,
  betweenMerchants,
  field,
}: MixUp): Behavior {
  const pending = new Set<{ readonly merchant: string; readonly value: unknown }>();

  return inPosition(
    isThere,
    changeResponse(operation, async (body, _, { context: { merchant } }) => {
      const own = { merchant: merchant.name, value: body[field] };
      pending.add(own);
      await setTimeout(OVERLAP);
      pending.delete(own);
      const others = [...pending].filter(
        ({ value, ...other }) =>
          value !== own.value && (!betweenMerchants || other.merchant !== own.merchant),
      );
      const [other] = others.length + 1 < CONCURRENT ? [] : others;

      return other === undefined ? body : { ...body, [field]: other.value };
    }),
  );
}

/** Opens two transactions for two first calls at the same time with one mTxId. */
export function openTwice(): Behavior {
  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          if (by.mTxId === undefined || by.sTxId !== undefined)
            return ledger.record(merchant, by, calculation);
          const before = await ledger.find(merchant, { mTxId: by.mTxId });
          await setTimeout(OVERLAP);
          const isNew = before.kind === 'unknown';
          const isNewStill = (await ledger.find(merchant, { mTxId: by.mTxId })).kind === 'unknown';

          return ledger.record(merchant, isNew && !isNewStill ? {} : by, calculation);
        },
      }),
  };
}

/** Forgets a transaction after so many newer ones of its merchant. */
export function forgetOldTransactions(kept: number): Behavior {
  /** How many transactions each merchant has opened, and how many it had opened with each sTxId. */
  const opened = new Map<string, number>();
  const openedAt = new Map<string, number>();
  const isForgotten = (merchant: string, sTxId: string) =>
    (opened.get(merchant) ?? 0) - (openedAt.get(sTxId) ?? 0) > kept;

  return {
    ledger(ledger) {
      const find: Ledger['find'] = async (merchant, by) => {
        const found = await ledger.find(merchant, by);
        if (found.kind !== 'found' || !isForgotten(merchant, found.transaction.sTxId)) return found;

        return { kind: 'unknown', field: by.sTxId === undefined ? 'mTxId' : 'sTxId' };
      };

      return wrapLedger(ledger, {
        find,
        async record(merchant, by, calculation) {
          const found = hasIdentifier(by) ? await find(merchant, by) : undefined;
          if (found?.kind === 'unknown' && found.field === 'sTxId') return found;
          const isGone =
            hasIdentifier(by) &&
            found?.kind === 'unknown' &&
            (await ledger.find(merchant, by)).kind === 'found';
          const recorded = await ledger.record(merchant, isGone ? {} : by, calculation);
          if (recorded.kind === 'opened') {
            const count = (opened.get(merchant) ?? 0) + 1;
            opened.set(merchant, count);
            openedAt.set(recorded.transaction.sTxId, count);
          }

          return recorded;
        },
        async attach(merchant, by, sale) {
          const found = await find(merchant, by);

          return found.kind === 'unknown' ? found : ledger.attach(merchant, by, sale);
        },
      });
    },
  };
}

/** Forgets the mTxId of the transaction that a call names, when the call is refused or accepted. */
export function forgetMTxIds(
  isFatal: (position: Position, call: Call, outcome: 'accepted' | 'refused') => boolean,
): Behavior {
  const renamed = new Map<string, string>();
  const mTxIds = new Map<string, string>();
  const keyOf = (merchant: string, value: unknown) => JSON.stringify([merchant, value]);
  const forget = (merchant: string, sTxId: string) => {
    const mTxId = mTxIds.get(keyOf(merchant, sTxId));
    if (mTxId !== undefined) renamed.set(keyOf(merchant, mTxId), `${mTxId} once more ${renamed.size}`);
  };
  const currentOf = <By extends Identifiers>(merchant: string, by: By): By => {
    const mTxId = by.sTxId === undefined ? renamed.get(keyOf(merchant, by.mTxId)) : undefined;

    return mTxId === undefined ? by : { ...by, mTxId };
  };

  return withPositions((positionOf) => ({
    validate(violations, call) {
      const position = positionOf(call);
      const { sTxId } = position;
      if (violations.length > 0 && sTxId !== undefined && isFatal(position, call, 'refused'))
        forget(call.context.merchant.name, sTxId);

      return violations;
    },
    handle(fields, next, call) {
      const position = positionOf(call);

      return thenSync(next(fields), (outcome) => {
        const { sTxId } = position;
        const kind = outcome.kind === 'refused' ? 'refused' : 'accepted';
        if (sTxId !== undefined && isFatal(position, call, kind)) forget(call.context.merchant.name, sTxId);

        return outcome;
      });
    },
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, currentOf(merchant, by), calculation);
          if ((recorded.kind === 'opened' || recorded.kind === 'updated') && by.mTxId !== undefined)
            mTxIds.set(keyOf(merchant, recorded.transaction.sTxId), by.mTxId);

          return recorded;
        },
        attach: (merchant, by, sale) => ledger.attach(merchant, currentOf(merchant, by), sale),
        find: (merchant, by) => ledger.find(merchant, currentOf(merchant, by)),
      }),
  }));
}

/** Answers some calls for the transaction that the merchant opened before the one that they name. */
export function answerForAnother(operation: OperationId, isThere: (position: Position) => boolean): Behavior {
  const opened = new Map<string, readonly unknown[]>();

  return withPositions((positionOf) => ({
    handle: (fields, next, call) => {
      const position = positionOf(call);
      const { name } = call.context.merchant;

      return thenSync(next(fields), (outcome) => {
        if (outcome.kind === 'refused') return outcome;
        const body = outcome.body as Fields;
        const known = opened.get(name) ?? [];
        if (call.operation === 'calculateFee' && position.by === 'first')
          opened.set(name, [body['sTxId'], ...known].slice(0, 2));
        const other = known.find((sTxId) => sTxId !== body['sTxId']);

        return call.operation === operation && other !== undefined && isThere(position)
          ? accepted({ ...body, sTxId: other })
          : outcome;
      });
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
