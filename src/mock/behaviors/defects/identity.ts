/** Defects in which transaction a call names (section 1.2). */
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import { CONCURRENT, mixUpConcurrent, openTwice } from './concurrency.ts';
import { addCents, changeResponse, type DefectGroup, defect, refuseSales } from './defect.ts';
import { forgetMTxIds, forgetOldTransactions } from './forgotten-transactions.ts';
import { alsoForSeveral, forSeveralOnly, inPosition, onlyIf } from './positions.ts';
import {
  answerForAnother,
  changeMTxIdOnce,
  changeMTxIds,
  countForEachMerchant,
  keepField,
  keyBy,
  reopen,
  reuseSTxIds,
  takeFieldOfLastCall,
  takeFieldOfLastFirstCall,
} from './transactions.ts';

/** The merchant of all transactions, where merchants share them. */
const SHARED = 'shared';

/** How many newer transactions a merchant may have before one is forgotten. */
const KEPT = 200;

export const IDENTITY_DEFECTS = {
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
  'identity/update-by-stxid-keeps-stxid': alsoForSeveral(
    'returns a new sTxId for an update by sTxId',
    () => reopen(({ by }) => by === 'sTxId'),
    {
      'with-campaign': defect('returns a new sTxId for an update by sTxId with campaign', () =>
        reopen(({ by }, { fields }) => by === 'sTxId' && 'campaign' in fields),
      ),
      'with-another-processor': defect(
        'returns a new sTxId for an update by sTxId with another processor',
        () => reopenForAnother('processor', 'sTxId'),
      ),
    },
  ),
  'identity/update-by-mtxid-keeps-stxid': alsoForSeveral(
    'returns a new sTxId for an update by mTxId',
    () => reopen(({ by }) => by === 'mTxId'),
    {
      'after-a-refused-sale': defect('forgets the mTxId of a transaction after a sale that it refused', () =>
        forgetMTxIds((_, { operation }, outcome) => operation === 'attachSale' && outcome === 'refused'),
      ),
      'names-of-object-properties': defect(
        'opens a transaction for each call with constructor, toString or the like as mTxId',
        () => {
          let calls = 0;

          return changeMTxIds((mTxId) => (mTxId in {} ? `${mTxId} ${++calls}` : mTxId));
        },
      ),
      'with-total-amount': defect('returns a new sTxId for an update by mTxId with totalAmount', () =>
        reopen(({ by }, { fields }) => by === 'mTxId' && 'totalAmount' in fields),
      ),
      'with-country-for-several': forSeveralOnly(
        'returns a new sTxId for an update by mTxId with country',
        () => reopen(({ by }, { fields }) => by === 'mTxId' && 'country' in fields),
      ),
      'with-another-processor': defect(
        'returns a new sTxId for an update by mTxId with another processor',
        () => reopenForAnother('processor', 'mTxId'),
      ),
    },
  ),
  'identity/update-by-both-keeps-stxid': alsoForSeveral(
    'returns a new sTxId for an update by both identifiers',
    () => reopen(({ by }) => by === 'both'),
    {
      'with-data': defect('returns a new sTxId for an update by both identifiers with data', () =>
        reopen(({ by }, { fields }) => by === 'both' && 'data' in fields),
      ),
      'with-card-token-for-several': forSeveralOnly(
        'returns a new sTxId for an update by both identifiers with cardToken',
        () => reopen(({ by }, { fields }) => by === 'both' && 'cardToken' in fields),
      ),
    },
  ),
  'identity/update-recalculates-fee': alsoForSeveral(
    'returns the fee of the first call for an update',
    keepFees,
    {
      'of-another-card': defect('prices an update with the nicn of the first call', () => keepField('nicn')),
      'of-another-card-for-several': forSeveralOnly('prices an update with the nicn of the first call', () =>
        keepField('nicn'),
      ),
      'of-another-processor': defect('prices an update with the processor of the first call', () =>
        keepField('processor'),
      ),
      'of-another-region': defect(
        'adds 25 cents to the fee for 02134, and prices an update with the region of the first call',
        () => composeBehaviors([addCents(25, (fields) => fields['region'] === '02134'), keepField('region')]),
      ),
      'of-another-country': defect(
        'adds 25 cents to the fee abroad, and prices an update with the country of the first call',
        () =>
          composeBehaviors([addCents(25, ({ country = '840' }) => country !== '840'), keepField('country')]),
      ),
      'of-another-processor-by-name': defect(
        'adds 10 cents to the fee of an update that gives the processor by name',
        () =>
          inPosition(
            ({ by }) => by !== 'first',
            addCents(
              10,
              ({ processor }, { context: { merchant } }) =>
                merchant.processors.length > 1 && merchant.processors.some(({ name }) => name === processor),
            ),
          ),
      ),
      'processor-of-the-last-first-call': defect(
        'prices an update with the processor of the transaction opened last',
        () => takeFieldOfLastFirstCall('processor'),
      ),
      'card-of-the-last-call': defect('prices an update by mTxId with the nicn of the call before it', () =>
        takeFieldOfLastCall('nicn', 'mTxId'),
      ),
      'amount-of-the-last-call': defect(
        'prices an update by both identifiers with the amount of the call before it',
        () => onlyIf(({ amount }) => Number(amount) > 0, takeFieldOfLastCall('amount', 'both')),
      ),
    },
  ),
  'identity/distinct-mtxids-are-distinct': alsoForSeveral(
    'ignores the last character of an mTxId',
    () => changeMTxIds((mTxId) => mTxId.slice(0, -1)),
    {
      dashes: defect('ignores the dashes of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.replaceAll('-', '')),
      ),
      'dashes-for-several': forSeveralOnly('ignores the dashes of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.replaceAll('-', '')),
      ),
      prefix: defect('reads an mTxId up to the second dash', () =>
        changeMTxIds((mTxId) => mTxId.split('-').slice(0, 2).join('-')),
      ),
      'leading-zeros': defect('ignores the leading zeros of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.replace(/^0+/, '')),
      ),
      numbers: defect('reads an mTxId of digits as a number', () =>
        changeMTxIds((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
      ),
      'numbers-for-several': forSeveralOnly('reads an mTxId of digits as a number', () =>
        changeMTxIds((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
      ),
      'look-alike-letters': defect('takes a capital O in an mTxId for a zero', () =>
        changeMTxIds((mTxId) => mTxId.replaceAll('O', '0')),
      ),
      'full-width-digits': defect('takes the full-width digits of an mTxId for ordinary ones', () =>
        changeMTxIds((mTxId) => mTxId.normalize('NFKC')),
      ),
      'middle-of-50-characters': defect('keeps the first and the last 25 characters of an mTxId', () =>
        changeMTxIds((mTxId) => (mTxId.length > 50 ? mTxId.slice(0, 25) + mTxId.slice(-25) : mTxId)),
      ),
      'first-255-characters': defect('ignores all but the first 255 characters of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.slice(0, 255)),
      ),
      'first-64-characters-for-several': forSeveralOnly(
        'ignores all but the first 64 characters of an mTxId',
        () => changeMTxIds((mTxId) => mTxId.slice(0, 64)),
      ),
    },
  ),
  'identity/mtxid-is-case-sensitive': alsoForSeveral('ignores the case of an mTxId', () =>
    changeMTxIds((mTxId) => mTxId.toLowerCase()),
  ),
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
    variants: Object.fromEntries(
      [30, 100, 400].map((kept) => [
        `after-${kept}`,
        {
          summary: `forgets a transaction after ${kept} newer ones of its merchant`,
          create: () => forgetOldTransactions(kept),
        },
      ]),
    ),
  },
  'identity/state-machine': alsoForSeveral(
    'forgets the mTxId of a transaction after an update by sTxId alone',
    () => forgetMTxIds(({ by }, { operation }) => by === 'sTxId' && operation === 'calculateFee'),
    {
      'mtxid-of-an-update': defect('forgets an mTxId that was first given in an update', () =>
        forgetMTxIds(
          ({ by, opening }, { operation }) =>
            operation === 'calculateFee' && by === 'both' && opening['mTxId'] === undefined,
        ),
      ),
      'mtxid-of-an-update-for-several': forSeveralOnly(
        'forgets an mTxId that was first given in an update',
        () =>
          forgetMTxIds(
            ({ by, opening }, { operation }) =>
              operation === 'calculateFee' && by === 'both' && opening['mTxId'] === undefined,
          ),
      ),
      'refused-update': defect('forgets the mTxId of a transaction after an update that it refused', () =>
        forgetMTxIds((_, { operation }, outcome) => operation === 'calculateFee' && outcome === 'refused'),
      ),
      'refused-amount': defect(
        'forgets the mTxId of a transaction after an update with a text as amount',
        () =>
          forgetMTxIds(
            (_, { fields }, outcome) => outcome === 'refused' && typeof fields['amount'] === 'string',
          ),
      ),
      'sale-by-mtxid-after-an-update': defect('refuses a sale by mTxId after an update', () =>
        inPosition(
          ({ by, fees }) => by === 'mTxId' && fees > 1,
          refuseSales('mTxId', () => true),
        ),
      ),
      'late-mtxid-after-an-update': defect('refuses a sale by sTxId with a new mTxId after an update', () =>
        inPosition(
          ({ by, fees, opening }) => by === 'both' && fees > 1 && opening['mTxId'] === undefined,
          refuseSales('mTxId', () => true),
        ),
      ),
      'second-sale': defect('returns the sTxId of another transaction for a second sale', () =>
        answerForAnother('attachSale', ({ sales }) => sales > 0),
      ),
      'second-sale-for-several': forSeveralOnly(
        'returns the sTxId of another transaction for a second sale',
        () => answerForAnother('attachSale', ({ sales }) => sales > 0),
      ),
      'update-after-a-sale': defect(
        'returns the sTxId of another transaction for an update by sTxId after a sale',
        () => answerForAnother('calculateFee', ({ by, sales }) => by === 'sTxId' && sales > 0),
      ),
      'update-after-a-sale-for-several': forSeveralOnly(
        'returns the sTxId of another transaction for an update by both identifiers after a sale',
        () => answerForAnother('calculateFee', ({ by, sales }) => by === 'both' && sales > 0),
      ),
      'second-mtxid': defect(
        'lets one update by sTxId change the mTxId; a second such update opens a new transaction',
        changeMTxIdOnce,
      ),
    },
  ),
} satisfies DefectGroup<'identity'>;

function reopenForAnother(field: string, by: 'sTxId' | 'mTxId'): Behavior {
  return reopen((position, { fields }) => position.by === by && fields[field] !== position.opening[field]);
}

function keepFees(): Behavior {
  const fees = new Map<unknown, unknown>();

  return changeResponse('calculateFee', (body) => {
    const { sTxId, transactionFee } = body;
    if (!fees.has(sTxId)) fees.set(sTxId, transactionFee);

    return { ...body, transactionFee: fees.get(sTxId) };
  });
}
