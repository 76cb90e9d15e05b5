/** The parts of defects that have a memory: of identifiers, of transactions, of calls at the same time. */
import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../../contract/types.ts';
import { hasIdentifier } from '../../../ledger/accounts.ts';
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { composeBehaviors } from '../../behavior.ts';
import type { Call, Fields } from '../../request.ts';
import { accepted } from '../../response.ts';
import {
  type Change,
  changeRequest,
  changeResponse,
  type Position,
  refuseSale,
  type Where,
  when,
} from './defect.ts';

/** Replaces operations of the ledger. */
export function changeLedger(own: (ledger: Ledger) => Partial<Ledger>): Change {
  return () => ({ ledger: (ledger) => wrapLedger(ledger, own(ledger)) });
}

/** Changes whose transactions the ledger handles, and by which identifiers. */
export function changeNames(
  merchantOf: (merchant: string) => string,
  change: (merchant: string, by: Identifiers) => Identifiers = (_, by) => by,
): Change {
  const named = <By extends Identifiers>(merchant: string, by: By): By => ({
    ...by,
    ...change(merchant, by),
  });

  return changeLedger((ledger) => ({
    record: (merchant, by, calculation) =>
      ledger.record(merchantOf(merchant), named(merchant, by), calculation),
    attach: (merchant, by, sale) => ledger.attach(merchantOf(merchant), named(merchant, by), sale),
    find: (merchant, by) => ledger.find(merchantOf(merchant), named(merchant, by)),
  }));
}

/** Changes the mTxIds that the ledger gets. */
export function changeMTxIds(change: (mTxId: string) => string): Change {
  return changeNames(
    (merchant) => merchant,
    (_, by) => (by.mTxId === undefined ? by : { mTxId: change(by.mTxId) }),
  );
}

/** Opens a transaction for each call with such an mTxId. */
export function neverFind(isMeant: (mTxId: string) => boolean): Change {
  return (context) => {
    let calls = 0;

    return changeMTxIds((mTxId) => (isMeant(mTxId) ? `${mTxId} ${++calls}` : mTxId))(context);
  };
}

/** Takes an mTxId for a similar one that is known. */
export function findSimilar(isSimilar: (known: string, mTxId: string) => boolean): Change {
  return (context) => {
    const known = new Set<string>();

    return changeMTxIds((mTxId) => {
      const similar = known.has(mTxId) ? mTxId : [...known].find((one) => isSimilar(one, mTxId));
      if (similar === undefined) known.add(mTxId);

      return similar ?? mTxId;
    })(context);
  };
}

/** Opens a new transaction for some updates. */
export function reopen(where: Where): Change {
  return when(
    (fields, at, call) => at.by !== 'first' && where(fields, at, call),
    changeRequest(({ sTxId: _, mTxId: __, ...fields }) => fields),
  );
}

/** Returns one sTxId for first calls or sales with the same key; those without a key keep theirs. */
export function keyBy(operation: OperationId, keyOf: (fields: Fields) => unknown): Change {
  return () => {
    const sTxIds = new Map<string, unknown>();

    return {
      async handle(fields, next, call) {
        if (call.operation !== operation || keyOf(fields) === undefined) return next(fields);
        if (operation === 'calculateFee' && hasIdentifier(fields)) return next(fields);
        const key = JSON.stringify([call.context.merchant.name, keyOf(fields)]);
        const known = sTxIds.get(key);
        if (known !== undefined) return next({ ...fields, sTxId: known, mTxId: undefined });
        const outcome = await next(fields);
        if (outcome.kind !== 'refused') sTxIds.set(key, (outcome.body as Fields)['sTxId']);

        return outcome;
      },
    };
  };
}

/** Counts the transactions of each merchant by itself. */
export const countForEachMerchant: Change = () => {
  const inner = new Map<string, string>();
  const outer = new Map<string, string>();
  const counts = new Map<string, number>();
  const keyOf = (merchant: string, sTxId: unknown) => JSON.stringify([merchant, sTxId]);

  return {
    async handle(fields, next, { context: { merchant } }) {
      const sTxId = inner.get(keyOf(merchant.name, fields['sTxId'])) ?? fields['sTxId'];
      const outcome = await next({ ...fields, sTxId });
      if (outcome.kind === 'refused') return outcome;
      const body = outcome.body as Fields;
      const known = outer.get(String(body['sTxId']));
      if (known !== undefined) return accepted({ ...body, sTxId: known });
      const count = (counts.get(merchant.name) ?? 0) + 1;
      const counted = `tx-${count}`;
      counts.set(merchant.name, count);
      outer.set(String(body['sTxId']), counted);
      inner.set(keyOf(merchant.name, counted), String(body['sTxId']));

      return accepted({ ...body, sTxId: counted });
    },
  };
};

/** Returns a number as each sTxId, and accepts that number later. */
export const numberTransactions: Change = (context) => {
  const sTxIds = new Map<string, string>();
  const changed = changeResponse('calculateFee', (body) => {
    const sTxId = String(body['sTxId']);
    const number = Number.parseInt(sTxId.slice(0, 12), 16);
    sTxIds.set(String(number), sTxId);

    return { ...body, sTxId: number };
  });

  return composeBehaviors([
    changed(context),
    {
      validate: (violations, { fields }) =>
        violations.filter(({ pointer }) => pointer !== '/sTxId' || typeof fields['sTxId'] !== 'number'),
      handle(fields, next) {
        const sTxId = sTxIds.get(String(fields['sTxId']));

        return next(sTxId === undefined ? fields : { ...fields, sTxId });
      },
    },
  ]);
};

/** Answers some calls with the sTxId of a transaction that the merchant opened before the one that they name. */
export function answerForAnother(operation: OperationId, where: Where): Change {
  return (context) => {
    const opened = new Map<string, readonly string[]>();

    return {
      ...noteOpened((merchant, sTxId) => {
        opened.set(merchant, [sTxId, ...(opened.get(merchant) ?? [])].slice(0, 2));
      })(context),
      async handle(fields, next, call) {
        const isMeant = call.operation === operation && where(fields, context.positionOf(call), call);
        const outcome = await next(fields);
        if (!isMeant || outcome.kind === 'refused') return outcome;
        const body = outcome.body as Fields;
        const other = opened.get(call.context.merchant.name)?.find((sTxId) => sTxId !== body['sTxId']);

        return other === undefined ? outcome : accepted({ ...body, sTxId: other });
      },
    };
  };
}

/** Notes each transaction that a merchant opens. */
function noteOpened(note: (merchant: string, sTxId: string) => void): Change {
  return changeLedger((ledger) => ({
    async record(merchant, by, calculation) {
      const recorded = await ledger.record(merchant, by, calculation);
      if (recorded.kind === 'opened') note(merchant, recorded.transaction.sTxId);

      return recorded;
    },
  }));
}

/** Returns one of the fees of a transaction so far, the last of which is that of the call. */
export function keepFees(pick: (fees: readonly number[]) => number | undefined): Change {
  return (context) => {
    const fees = new Map<unknown, readonly number[]>();

    return changeResponse('calculateFee', (body) => {
      const { sTxId, transactionFee } = body;
      const all = [...(fees.get(sTxId) ?? []), Number(transactionFee)];
      fees.set(sTxId, all);

      return { ...body, transactionFee: pick(all) };
    })(context);
  };
}

/** Prices updates with a field of another call: that which opened their transaction, or the last of their merchant. */
export function takeField(
  field: string,
  from: 'opening' | 'last call' | 'last first call',
  by?: Position['by'],
): Change {
  return (context) => {
    const last = new Map<string, unknown>();

    return changeRequest((fields, at, { context: { merchant } }) => {
      const before = from === 'opening' ? at.opening[field] : (last.get(merchant.name) ?? fields[field]);
      if (from === 'last call' || at.by === 'first') last.set(merchant.name, fields[field]);

      return at.by !== 'first' && at.by === (by ?? at.by) ? { ...fields, [field]: before } : fields;
    })(context);
  };
}

/** Lets an update by sTxId change the mTxId, and opens a new transaction when it does so again. */
export const changeMTxIdOnce: Change = (context) => {
  const changes = new Map<unknown, number>();

  return changeRequest((fields, { sTxId, by, opening }) => {
    const { mTxId, ...others } = fields;
    if (by !== 'both' || opening['mTxId'] === undefined || mTxId === opening['mTxId']) return fields;
    const count = (changes.get(sTxId) ?? 0) + 1;
    changes.set(sTxId, count);
    const { sTxId: _, ...first } = fields;

    return count === 1 ? others : first;
  })(context);
};

/** Forgets a transaction after `kept` newer ones of its merchant. */
export function forgetOldTransactions(kept: number): Change {
  return (context) => {
    /** How many transactions each merchant has opened, and how many it had opened with each sTxId. */
    const opened = new Map<string, number>();
    const openedAt = new Map<string, number>();
    const isForgotten = (merchant: string, sTxId: string) =>
      (opened.get(merchant) ?? 0) - (openedAt.get(sTxId) ?? 0) > kept;

    return changeLedger((ledger) => {
      const find: Ledger['find'] = async (merchant, by) => {
        const found = await ledger.find(merchant, by);
        if (found.kind !== 'found' || !isForgotten(merchant, found.transaction.sTxId)) return found;

        return { kind: 'unknown', field: by.sTxId === undefined ? 'mTxId' : 'sTxId' };
      };

      return {
        find,
        async record(merchant, by, calculation) {
          const found = hasIdentifier(by) ? await find(merchant, by) : undefined;
          if (found?.kind === 'unknown' && found.field === 'sTxId') return found;
          const isGone = found?.kind === 'unknown' && (await ledger.find(merchant, by)).kind === 'found';
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
      };
    })(context);
  };
}

/** Forgets the mTxId of the transaction that a fatal call names. */
export function forgetMTxIds(
  isFatal: (at: Position, call: Call, outcome: 'accepted' | 'refused') => boolean,
): Change {
  return (context) => {
    const renamed = new Map<string, string>();
    const mTxIds = new Map<string, string>();
    const keyOf = (merchant: string, value: unknown) => JSON.stringify([merchant, value]);
    const judge = (at: Position, call: Call, outcome: 'accepted' | 'refused') => {
      const { name } = call.context.merchant;
      const mTxId = at.sTxId === undefined ? undefined : mTxIds.get(keyOf(name, at.sTxId));
      if (mTxId !== undefined && isFatal(at, call, outcome))
        renamed.set(keyOf(name, mTxId), `${mTxId} once more ${renamed.size}`);
    };
    const current = changeNames(
      (merchant) => merchant,
      (merchant, by) => {
        const mTxId = by.sTxId === undefined ? renamed.get(keyOf(merchant, by.mTxId)) : undefined;

        return mTxId === undefined ? by : { mTxId };
      },
    );
    const noted = changeLedger((ledger) => ({
      async record(merchant, by, calculation) {
        const recorded = await ledger.record(merchant, by, calculation);
        if ((recorded.kind === 'opened' || recorded.kind === 'updated') && by.mTxId !== undefined)
          mTxIds.set(keyOf(merchant, recorded.transaction.sTxId), by.mTxId);

        return recorded;
      },
    }));

    return composeBehaviors([
      current(context),
      noted(context),
      {
        validate(violations, call) {
          if (violations.length > 0) judge(context.positionOf(call), call, 'refused');

          return violations;
        },
        async handle(fields, next, call) {
          const at = context.positionOf(call);
          const outcome = await next(fields);
          judge(at, call, outcome.kind === 'refused' ? 'refused' : 'accepted');

          return outcome;
        },
      },
    ]);
  };
}

/** How long a call takes, in milliseconds, so that some overlap. */
const OVERLAP = 15;

/** Two calls at the same time are answered properly, so that only rules about concurrency find the defect. */
export const CONCURRENT = 3;

/** Answers some concurrent calls with a value of another one, or of another one by another merchant. */
export function mixUp(
  operation: OperationId,
  field: 'sTxId' | 'transactionFee',
  where: Where,
  between: 'calls' | 'merchants' = 'calls',
): Change {
  return (context) => {
    const pending = new Set<{ readonly merchant: string; readonly value: unknown }>();
    const change = changeResponse(operation, async (body, _, { context: { merchant } }) => {
      const own = { merchant: merchant.name, value: body[field] };
      pending.add(own);
      await setTimeout(OVERLAP);
      pending.delete(own);
      const others = [...pending].filter(
        ({ value, ...other }) =>
          value !== own.value && (between === 'calls' || other.merchant !== own.merchant),
      );
      const [other] = others.length + 1 < CONCURRENT ? [] : others;

      return other === undefined ? body : { ...body, [field]: other.value };
    });

    return when(where, change)(context);
  };
}

/** Opens two transactions for two first calls at the same time with one mTxId. */
export const openTwice: Change = changeLedger((ledger) => ({
  async record(merchant, by, calculation) {
    if (by.mTxId === undefined || by.sTxId !== undefined) return ledger.record(merchant, by, calculation);
    const before = await ledger.find(merchant, { mTxId: by.mTxId });
    await setTimeout(OVERLAP);
    const isNew = before.kind === 'unknown';
    const isNewStill = (await ledger.find(merchant, { mTxId: by.mTxId })).kind === 'unknown';

    return ledger.record(merchant, isNew && !isNewStill ? {} : by, calculation);
  },
}));

/** Refuses sales without identifiers, and then sales of the last transaction. */
export const lockLastTransaction: Change = (context) => {
  const last = new Map<string, string>();
  const locked = new Set<unknown>();

  return composeBehaviors([
    noteOpened((merchant, sTxId) => last.set(merchant, sTxId))(context),
    {
      validate(violations, { operation, fields, context: { merchant } }) {
        if (operation === 'attachSale' && !hasIdentifier(fields)) locked.add(last.get(merchant.name));

        return violations;
      },
    },
    refuseSale('sTxId', ({ sTxId }) => sTxId !== undefined && locked.has(sTxId))(context),
  ]);
};

/** @param isMeant which sales; by default those without identifiers */
export function attachToLastTransaction(
  isMeant: (fields: Fields) => boolean = (fields) => !hasIdentifier(fields),
): Change {
  return (context) => {
    const last = new Map<string, string>();

    return {
      ...noteOpened((merchant, sTxId) => last.set(merchant, sTxId))(context),
      validate: (violations, { operation, fields }) =>
        operation === 'attachSale' && isMeant(fields) ? [] : violations,
      handle(fields, next, { operation, context: { merchant } }) {
        if (operation !== 'attachSale' || !isMeant(fields)) return next(fields);
        const { sTxId: _, mTxId: __, ...others } = fields;

        return next({ ...others, sTxId: last.get(merchant.name) ?? '' });
      },
    };
  };
}
