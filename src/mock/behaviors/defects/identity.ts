/** Defects in which transaction a call names (section 1.2). */
import { setTimeout } from 'node:timers/promises';
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { isNaming } from '../../../ledger/locate.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Behavior } from '../../behavior.ts';
import { changeResponse, type DefectGroup } from './defect.ts';

/** How long an update takes, in milliseconds, so that some overlap. */
const OVERLAP = 15;

/** Two updates at the same time keep their sTxIds, so that only the rule about concurrency finds the defect. */
const CONCURRENT = 3;

/** The merchant of all transactions, where merchants share them. */
const SHARED = 'shared';

/** How many newer transactions a merchant may have before one is forgotten. */
const KEPT = 200;

export const IDENTITY_DEFECTS = {
  'identity/stxid-is-unique': {
    summary: 'returns the same sTxId for first calls with equal bodies',
    create: reuseSTxIds,
  },
  'identity/update-by-stxid-keeps-stxid': {
    summary: 'returns a new sTxId for an update by sTxId',
    create: () => reopenUpdates(({ sTxId, mTxId }) => sTxId !== undefined && mTxId === undefined),
  },
  'identity/update-by-mtxid-keeps-stxid': {
    summary: 'returns a new sTxId for an update by mTxId',
    create: () => reopenUpdates(({ sTxId, mTxId }) => sTxId === undefined && mTxId !== undefined),
  },
  'identity/update-by-both-keeps-stxid': {
    summary: 'returns a new sTxId for an update by both identifiers',
    create: () => reopenUpdates(({ sTxId, mTxId }) => sTxId !== undefined && mTxId !== undefined),
  },
  'identity/update-recalculates-fee': {
    summary: 'returns the fee of the first call for an update',
    create: () => {
      const fees = new Map<unknown, unknown>();

      return changeResponse('calculateFee', (body) => {
        const { sTxId, transactionFee } = body;
        if (!fees.has(sTxId)) fees.set(sTxId, transactionFee);

        return { ...body, transactionFee: fees.get(sTxId) };
      });
    },
  },
  'identity/distinct-mtxids-are-distinct': {
    summary: 'ignores the last character of an mTxId',
    create: () => changeMTxIds((mTxId) => mTxId.slice(0, -1)),
  },
  'identity/mtxid-is-case-sensitive': {
    summary: 'ignores the case of an mTxId',
    create: () => changeMTxIds((mTxId) => mTxId.toLowerCase()),
  },
  'identity/merchants-are-isolated': {
    summary: 'shares transactions between merchants',
    create: () => ({
      ledger: (ledger) =>
        wrapLedger(ledger, {
          record: (_, by, calculation) => ledger.record(SHARED, by, calculation),
          attach: (_, by, sale) => ledger.attach(SHARED, by, sale),
          find: (_, by) => ledger.find(SHARED, by),
        }),
    }),
  },
  'identity/concurrent-updates-keep-stxid': {
    summary: `mixes up the sTxIds of ${CONCURRENT} or more updates at the same time`,
    create: mixUpConcurrentUpdates,
  },
  'identity/outlives-other-traffic': {
    summary: `forgets a transaction after ${KEPT} newer ones of its merchant`,
    create: forgetOldTransactions,
  },
  'identity/state-machine': {
    summary: 'forgets the mTxId of a transaction after an update by sTxId alone',
    create: forgetMTxIds,
  },
} satisfies DefectGroup<'identity'>;

/** Opens a new transaction for some updates. */
function reopenUpdates(when: (by: Identifiers) => boolean): Behavior {
  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, by, calculation);

          return recorded.kind === 'updated' && when(by)
            ? ledger.record(merchant, {}, calculation)
            : recorded;
        },
      }),
  };
}

function reuseSTxIds(): Behavior {
  const sTxIds = new Map<string, string>();

  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          if (isNaming(by)) return ledger.record(merchant, by, calculation);
          const body = JSON.stringify([merchant, calculation.request]);
          const recorded = await ledger.record(merchant, { sTxId: sTxIds.get(body) }, calculation);
          if (recorded.kind === 'opened') sTxIds.set(body, recorded.transaction.sTxId);

          return recorded;
        },
      }),
  };
}

function changeMTxIds(change: (mTxId: string) => string): Behavior {
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

function mixUpConcurrentUpdates(): Behavior {
  const pending = new Set<{ readonly sTxId: string }>();

  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, by, calculation);
          if (recorded.kind !== 'updated') return recorded;
          const { transaction } = recorded;
          pending.add(transaction);
          await setTimeout(OVERLAP);
          pending.delete(transaction);
          const others = [...pending].filter(({ sTxId }) => sTxId !== transaction.sTxId);
          const [other] = others.length + 1 < CONCURRENT ? [] : others;

          return { kind: 'updated', transaction: { ...transaction, ...(other && { sTxId: other.sTxId }) } };
        },
      }),
  };
}

function forgetOldTransactions(): Behavior {
  /** How many transactions each merchant has opened, and how many it had opened with each sTxId. */
  const opened = new Map<string, number>();
  const openedAt = new Map<string, number>();
  const isForgotten = (merchant: string, sTxId: string) =>
    (opened.get(merchant) ?? 0) - (openedAt.get(sTxId) ?? 0) > KEPT;

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
          const found = isNaming(by) ? await find(merchant, by) : undefined;
          if (found?.kind === 'unknown' && found.field === 'sTxId') return found;
          const isGone =
            isNaming(by) && found?.kind === 'unknown' && (await ledger.find(merchant, by)).kind === 'found';
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

function forgetMTxIds(): Behavior {
  const renamed = new Map<string, string>();
  const keyOf = (merchant: string, mTxId: string) => JSON.stringify([merchant, mTxId]);
  const currentOf = <By extends Identifiers>(merchant: string, by: By): By => {
    const mTxId = by.sTxId === undefined ? renamed.get(keyOf(merchant, by.mTxId ?? '')) : undefined;

    return mTxId === undefined ? by : { ...by, mTxId };
  };

  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, currentOf(merchant, by), calculation);
          const mTxId = recorded.kind === 'updated' ? recorded.transaction.mTxId : undefined;
          if (mTxId !== undefined && by.mTxId === undefined)
            renamed.set(keyOf(merchant, mTxId), `${mTxId} once more ${renamed.size}`);

          return recorded;
        },
        attach: (merchant, by, sale) => ledger.attach(merchant, currentOf(merchant, by), sale),
        find: (merchant, by) => ledger.find(merchant, currentOf(merchant, by)),
      }),
  };
}
