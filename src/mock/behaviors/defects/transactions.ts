/** The parts of defects that have a memory: of identifiers, of transactions, of calls at the same time. */
import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../../contract/types.ts';
import { hasIdentifier } from '../../../ledger/accounts.ts';
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Call, Fields } from '../../request.ts';
import { accepted } from '../../response.ts';
import {
  both,
  type Change,
  type Context,
  changeFee,
  changeRequest,
  changeResponse,
  type Position,
  refuseSale,
  type Where,
  when,
} from './defect.ts';

/** Replaces operations of the ledger. */
export function changeLedger(own: (ledger: Ledger, context: Context) => Partial<Ledger>): Change {
  return (context) => ({ ledger: (ledger) => wrapLedger(ledger, own(ledger, context)) });
}

/** Changes whose transactions the ledger handles, and by which identifiers. */
export function changeNames(
  merchantOf: (merchant: string) => string,
  change: (merchant: string, by: Identifiers) => Identifiers = () => ({}),
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
export function changeMTxIds(change: (mTxId: string, merchant: string, by: Identifiers) => string): Change {
  return changeNames(
    (merchant) => merchant,
    (merchant, by) => (by.mTxId === undefined ? {} : { mTxId: change(by.mTxId, merchant, by) }),
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

/** Updates by these identifiers. */
export type Way = Exclude<Position['by'], 'first'>;

/** Opens a new transaction for some updates. */
export function reopen(way: Way, where: Where = {}): Change {
  const forget = changeRequest(({ sTxId: _, mTxId: __, ...fields }) => fields);

  return when((_, { by }) => by === way, when(where, forget));
}

/** Returns one sTxId for first calls or sales with the same key; those without a key keep theirs. */
export function keyBy(operation: OperationId, keyOf: (fields: Fields) => unknown): Change {
  return () => {
    const sTxIds = new Map<string, unknown>();

    return {
      async handle(fields, next, call) {
        const isUpdate = operation === 'calculateFee' && hasIdentifier(fields);
        if (call.operation !== operation || keyOf(fields) === undefined || isUpdate) return next(fields);
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

/** Returns the sTxId of the first call before it for some first calls, such as every tenth. */
export function repeatEvery(nth: number): Change {
  return (context) => {
    let count = 0;
    let last: unknown;
    const change = changeFee((body) => {
      count += 1;
      if (count % nth === 0) return { ...body, sTxId: last };
      last = body['sTxId'];

      return body;
    });

    return when((_, { by }) => by === 'first', change)(context);
  };
}

/** Counts the transactions of each merchant by itself. */
export const countForEachMerchant: Change = ({ opened }) => ({
  async handle(fields, next, { context: { merchant } }) {
    const [, counted] = /^tx-(\d+)$/.exec(String(fields['sTxId'])) ?? [];
    const sTxId = opened(merchant.name)[Number(counted) - 1] ?? fields['sTxId'];
    const outcome = await next({ ...fields, sTxId });
    if (outcome.kind === 'refused') return outcome;
    const body = outcome.body as Fields;

    return accepted({ ...body, sTxId: `tx-${opened(merchant.name).indexOf(String(body['sTxId'])) + 1}` });
  },
});

/** Returns a number as each sTxId, and accepts that number later. */
export const numberTransactions: Change = ({ opened }) => {
  const numberOf = (sTxId: unknown) => Number.parseInt(String(sTxId).slice(0, 12), 16);

  return {
    validate: (violations, { fields }) =>
      violations.filter(({ pointer }) => pointer !== '/sTxId' || typeof fields['sTxId'] !== 'number'),
    async handle(fields, next, { operation, context: { merchant } }) {
      const known = opened(merchant.name).find((one) => String(numberOf(one)) === String(fields['sTxId']));
      const outcome = await next(known === undefined ? fields : { ...fields, sTxId: known });
      if (operation !== 'calculateFee' || outcome.kind === 'refused') return outcome;
      const body = outcome.body as Fields;

      return accepted({ ...body, sTxId: numberOf(body['sTxId']) });
    },
  };
};

/** Answers some calls with the sTxId of a transaction that the merchant opened before the one that they name. */
export function answerForAnother(operation: OperationId, where: Where): Change {
  return (context) => {
    const change = changeResponse(operation, (body, _, { context: { merchant } }) => {
      const [before, last] = context.opened(merchant.name).slice(-2);
      const other = [last, before].find((sTxId) => sTxId !== undefined && sTxId !== body['sTxId']);

      return { ...body, sTxId: other ?? body['sTxId'] };
    });

    return when(where, change)(context);
  };
}

/** Returns one of the fees of a transaction so far, the last of which is that of the call. */
export function keepFees(pick: (fees: readonly number[]) => number | undefined): Change {
  return (context) => {
    const fees = new Map<unknown, readonly number[]>();

    return changeFee((body) => {
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
  from: 'opening' | 'last call' | 'last first call' = 'opening',
  way?: Way,
): Change {
  return (context) => {
    const last = new Map<string, unknown>();

    return changeRequest((fields, at, { context: { merchant } }) => {
      const before = from === 'opening' ? at.opening[field] : (last.get(merchant.name) ?? fields[field]);
      if (from === 'last call' || at.by === 'first') last.set(merchant.name, fields[field]);

      return at.by !== 'first' && at.by === (way ?? at.by) ? { ...fields, [field]: before } : fields;
    })(context);
  };
}

/** Lets an update by sTxId change the mTxId, and opens a new transaction when it does so again. */
export const changeMTxIdOnce: Change = (context) => {
  const changed = new Set<unknown>();

  return changeRequest((fields, { sTxId, by, opening }) => {
    const { mTxId, ...others } = fields;
    if (by !== 'both' || opening['mTxId'] === undefined || mTxId === opening['mTxId']) return fields;
    if (changed.has(sTxId)) return { ...others, sTxId: undefined, mTxId };
    changed.add(sTxId);

    return others;
  })(context);
};

/** Opens a new transaction for an update of one that was opened this many milliseconds ago. */
export function forgetAfter(ms: number): Change {
  return (context) => {
    const opened = new Map<unknown, number>();
    const isOld: Where = (_, { sTxId }) => Date.now() - (opened.get(sTxId) ?? Date.now()) >= ms;

    return both(
      when(
        isOld,
        changeRequest(({ sTxId: _, mTxId: __, ...fields }) => fields),
      ),
      changeResponse('calculateFee', (body) => {
        const { sTxId } = body;
        if (!opened.has(sTxId)) opened.set(sTxId, Date.now());

        return body;
      }),
    )(context);
  };
}

/** Returns the fee of the first call of this merchant and amount for all later ones. */
export const cacheFees: Change = (context) => {
  const fees = new Map<string, unknown>();

  return changeResponse('calculateFee', (body, { amount }, { context: { merchant } }) => {
    const key = `${merchant.name} ${String(amount)}`;
    if (!fees.has(key)) fees.set(key, body['transactionFee']);

    return { ...body, transactionFee: fees.get(key) };
  })(context);
};

/** Forgets a transaction after `kept` newer ones of its merchant. */
export function forgetOldTransactions(kept: number): Change {
  return changeLedger((ledger, { opened }) => {
    const find: Ledger['find'] = async (merchant, by) => {
      const found = await ledger.find(merchant, by);
      const all = opened(merchant);
      if (found.kind !== 'found' || all.length - all.lastIndexOf(found.transaction.sTxId) - 1 <= kept)
        return found;

      return { kind: 'unknown', field: by.sTxId === undefined ? 'mTxId' : 'sTxId' };
    };

    return {
      find,
      async record(merchant, by, calculation) {
        const found = hasIdentifier(by) ? await find(merchant, by) : undefined;
        if (found?.kind === 'unknown' && found.field === 'sTxId') return found;
        const isGone = found?.kind === 'unknown' && (await ledger.find(merchant, by)).kind === 'found';

        return ledger.record(merchant, isGone ? {} : by, calculation);
      },
      async attach(merchant, by, sale) {
        const found = await find(merchant, by);

        return found.kind === 'unknown' ? found : ledger.attach(merchant, by, sale);
      },
    };
  });
}

/** Forgets the mTxId of the transaction that a fatal call names. */
export function forgetMTxIds(
  isFatal: (at: Position, call: Call, outcome: 'accepted' | 'refused') => boolean,
): Change {
  return (context) => {
    const keyOf = (merchant: string, value: unknown) => JSON.stringify([merchant, value]);
    /** By mTxId, and by sTxId. */
    const renamed = new Map<string, string>();
    const mTxIds = new Map<string, string>();
    const judge = (at: Position, call: Call, outcome: 'accepted' | 'refused') => {
      const { name } = call.context.merchant;
      const mTxId = mTxIds.get(keyOf(name, at.sTxId));
      if (mTxId !== undefined && isFatal(at, call, outcome))
        renamed.set(keyOf(name, mTxId), `${mTxId} once more ${renamed.size}`);
    };
    const rename = changeMTxIds((mTxId, merchant, { sTxId }) =>
      sTxId === undefined ? (renamed.get(keyOf(merchant, mTxId)) ?? mTxId) : mTxId,
    );
    const note = changeLedger((ledger) => ({
      async record(merchant, by, calculation) {
        const recorded = await ledger.record(merchant, by, calculation);
        if ((recorded.kind === 'opened' || recorded.kind === 'updated') && by.mTxId !== undefined)
          mTxIds.set(keyOf(merchant, recorded.transaction.sTxId), by.mTxId);

        return recorded;
      },
    }));
    const observe: Change = ({ positionOf }) => ({
      validate(violations, call) {
        if (violations.length > 0) judge(positionOf(call), call, 'refused');

        return violations;
      },
      async handle(fields, next, call) {
        const at = positionOf(call);
        const outcome = await next(fields);
        judge(at, call, outcome.kind === 'refused' ? 'refused' : 'accepted');

        return outcome;
      },
    });

    return both(rename, note, observe)(context);
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
    const isNew = async () => (await ledger.find(merchant, { mTxId: by.mTxId })).kind === 'unknown';
    const wasNew = await isNew();
    await setTimeout(OVERLAP);

    return ledger.record(merchant, wasNew && !(await isNew()) ? {} : by, calculation);
  },
}));

/** Refuses sales without identifiers, and then sales of the last transaction. */
export const lockLastTransaction: Change = (context) => {
  const locked = new Set<unknown>();
  const lock: Change = ({ opened }) => ({
    validate(violations, { operation, fields, context: { merchant } }) {
      if (operation === 'attachSale' && !hasIdentifier(fields)) locked.add(opened(merchant.name).at(-1));

      return violations;
    },
  });

  return both(
    lock,
    refuseSale('sTxId', ({ sTxId }) => sTxId !== undefined && locked.has(sTxId)),
  )(context);
};

/** Attaches some sales to the last transaction; by default those without identifiers. */
export function attachToLastTransaction(where: Where = { sTxId: undefined, mTxId: undefined }): Change {
  const attach: Change = ({ opened }) => ({
    validate: (violations, { operation }) => (operation === 'attachSale' ? [] : violations),
    handle(fields, next, { operation, context: { merchant } }) {
      if (operation !== 'attachSale') return next(fields);
      const { mTxId: _, ...others } = fields;

      return next({ ...others, sTxId: opened(merchant.name).at(-1) ?? '' });
    },
  });

  return when(where, attach);
}

/** Refuses sales by sTxId whose mTxId the merchant has used before, or has not. */
export function refuseNamed(mTxIds: 'known' | 'new'): Change {
  return changeLedger((ledger) => ({
    async attach(merchant, by, sale) {
      const { sTxId, mTxId } = by;
      if (sTxId === undefined || mTxId === undefined) return ledger.attach(merchant, by, sale);
      const isKnown = (await ledger.find(merchant, { mTxId })).kind === 'found';

      return isKnown === (mTxIds === 'known') ? { kind: 'mismatched' } : ledger.attach(merchant, by, sale);
    },
  }));
}
