/** Defects in which transaction a call names (section 1.2). */
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { CONCURRENT, mixUpConcurrent, openTwice } from './concurrency.ts';
import { type DefectGroup, defect } from './defect.ts';
import { forgetOldTransactions } from './forgotten-transactions.ts';
import { MTXID_DEFECTS } from './mtxids.ts';
import { alsoForSeveral, forSeveralOnly } from './positions.ts';
import { STATE_MACHINE_DEFECTS } from './state-machine.ts';
import { countForEachMerchant, keyBy, reuseSTxIds } from './transactions.ts';
import { UPDATE_DEFECTS } from './updates.ts';

/** The merchant of all transactions, where merchants share them. */
const SHARED = 'shared';

/** How many newer transactions a merchant may have before one is forgotten. */
const KEPT = 200;

export const IDENTITY_DEFECTS = {
  ...UPDATE_DEFECTS,
  ...MTXID_DEFECTS,
  ...STATE_MACHINE_DEFECTS,
  'identity/stxid-is-unique': {
    summary: 'returns the same sTxId for first calls with equal bodies',
    create: reuseSTxIds,
    variants: {
      'between-merchants': defect('counts the transactions of each merchant by itself', countForEachMerchant),
      'at-once': defect(`mixes up the sTxIds of ${CONCURRENT} or more first calls at the same time`, () =>
        mixUpConcurrent({ operation: 'calculateFee', applies: ({ by }) => by === 'first', field: 'sTxId' }),
      ),
      'card-token-used-before': defect('returns the same sTxId for first calls with the same cardToken', () =>
        keyBy('calculateFee', 'cardToken'),
      ),
      'data-used-before': defect('returns the same sTxId for first calls with the same data', () =>
        keyBy('calculateFee', 'data'),
      ),
      'campaign-used-before-for-several': forSeveralOnly(
        'returns the same sTxId for first calls with the same campaign',
        () => keyBy('calculateFee', 'campaign'),
      ),
    },
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
    variants: {
      'same-mtxid-at-once': defect(
        'opens two transactions for two first calls at the same time with one mTxId',
        openTwice,
      ),
    },
  },
  'identity/concurrent-updates-keep-stxid': alsoForSeveral(
    `mixes up the sTxIds of ${CONCURRENT} or more updates at the same time`,
    () => mixUpConcurrent({ operation: 'calculateFee', applies: ({ by }) => by !== 'first', field: 'sTxId' }),
    {
      fees: defect(`mixes up the fees of ${CONCURRENT} or more updates at the same time`, () =>
        mixUpConcurrent({
          operation: 'calculateFee',
          applies: ({ by }) => by !== 'first',
          field: 'transactionFee',
        }),
      ),
      sales: defect(`mixes up the sTxIds of ${CONCURRENT} or more sales at the same time`, () =>
        mixUpConcurrent({ operation: 'attachSale', field: 'sTxId' }),
      ),
      merchants: defect(
        `mixes up the sTxIds of updates with those of ${CONCURRENT - 1} or more by another merchant`,
        () =>
          mixUpConcurrent({
            operation: 'calculateFee',
            applies: ({ by }) => by !== 'first',
            betweenMerchants: true,
            field: 'sTxId',
          }),
      ),
    },
  ),
  'identity/outlives-other-traffic': {
    summary: `forgets a transaction after ${KEPT} newer ones of its merchant`,
    create: () => forgetOldTransactions(KEPT),
    variants: {
      ...Object.fromEntries(
        [30, 100, 400].map((kept) => [
          `after-${kept}`,
          {
            summary: `forgets a transaction after ${kept} newer ones of its merchant`,
            create: () => forgetOldTransactions(kept),
          },
        ]),
      ),
      'after-90-for-several': forSeveralOnly(
        'forgets a transaction after 90 newer ones of its merchant',
        () => forgetOldTransactions(90),
      ),
    },
  },
} satisfies DefectGroup<'identity'>;
