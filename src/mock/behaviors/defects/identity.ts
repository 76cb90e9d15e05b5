/** Defects in which transaction a call names, and in sales (sections 1.2, 2.3 and 4). */
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Fields } from '../../request.ts';
import { accepted, type HandlerOutcome } from '../../response.ts';
import {
  addCents,
  answerForAnother,
  attachToLastTransaction,
  changeCall,
  changeMTxIds,
  changeRequest,
  changeResponse,
  findSimilar,
  forgetAfter,
  forgetMTxIds,
  forgetOldTransactions,
  keepFees,
  keyBy,
  lockLastTransaction,
  mixUp,
  neverFind,
  openTwice,
  readBrokenBody,
  refuseFee,
  refuseSale,
  renameStxids,
  reopen,
  repair,
  takeField,
  takePart,
} from './changes.ts';
import {
  ANY,
  both,
  type Change,
  type Defects,
  isNamed,
  isSeveral,
  isUpdate,
  type Position,
  under,
  type Where,
  when,
} from './defect.ts';

const isFirst: Where = (_, { by }) => by === 'first';

/** Calls by these identifiers: updates and sales. */
const by =
  (way: Position['by']): Where =>
  (_, at) =>
    at.by === way;

/** Calls by these identifiers after the first update. */
const afterAnUpdate =
  (way: Position['by']): Where =>
  (_, at) =>
    at.by === way && at.fees > 1;

/** Sales by sTxId that have the mTxId of their transaction, or another one. */
const withItsMtxid: Where = ({ mTxId }, at) => at.by === 'both' && mTxId === at.mTxId;
const withAnotherMtxid: Where = ({ mTxId }, at) => at.by === 'both' && mTxId !== at.mTxId;

const slice = (start: number, end?: number) => changeMTxIds((mTxId) => mTxId.slice(start, end));
/** Replaces parts of an mTxId; drops them by default. */
const replace = (parts: RegExp, by = '') => changeMTxIds((mTxId) => mTxId.replaceAll(parts, by));

/** Carries a sale out in another way where it was refused. */
function mendSale(
  mend: (
    fields: Fields,
    next: (fields: Fields) => Promise<HandlerOutcome>,
  ) => HandlerOutcome | Promise<HandlerOutcome>,
): Change {
  return () => ({
    async handle(fields, next, { operation }) {
      const outcome = await next(fields);

      return operation === 'attachSale' && outcome.kind === 'refused' ? mend(fields, next) : outcome;
    },
  });
}

export const IDENTITY_DEFECTS = {
  'identity/stxid-is-unique': {
    '': keyBy('calculateFee', (fields) => fields),
    'between-merchants': renameStxids(['calculateFee', 'attachSale'], (_, index) => `tx-${index + 1}`),
    'at-once': mixUp('calculateFee', 'sTxId', isFirst),
    'card-token-used-before': keyBy('calculateFee', ({ cardToken }) => cardToken),
    'data-used-before': keyBy('calculateFee', ({ data }) => data),
    'campaign-used-before-for-several': keyBy('calculateFee', ({ campaign }) => campaign),
  },
  'identity/merchants-are-isolated': {
    '': () => ({
      ledger: (ledger) =>
        wrapLedger(ledger, {
          record: (_, ...call) => ledger.record('shared', ...call),
          attach: (_, ...call) => ledger.attach('shared', ...call),
          find: (_, ...call) => ledger.find('shared', ...call),
        }),
    }),
  },
  'identity/one-transaction-per-mtxid': { '': openTwice },
  'identity/partial-update-keeps-or-refuses': {
    '': takePart('/amount', { amount: 1 }),
    nicn: takePart('/nicn', { nicn: '340000' }),
    'processor-for-several': both(
      takePart('/processor', {}),
      when(
        isUpdate,
        repair('processor-required', ({ processors }) => ({ processor: processors[0]?.mid })),
      ),
    ),
  },
  'identity/outlives-a-pause': { '': forgetAfter(10_000) },
  'identity/concurrent-updates-keep-stxid': {
    ...under(['', 'for-several'], mixUp('calculateFee', 'sTxId', isUpdate)),
    fees: mixUp('calculateFee', 'transactionFee', isUpdate),
    sales: mixUp('attachSale', 'sTxId', {}),
    merchants: mixUp('calculateFee', 'sTxId', isUpdate, 'merchants'),
  },
  'identity/outlives-other-traffic': {
    '': forgetOldTransactions(200),
    'after-30': forgetOldTransactions(30),
    'after-100': forgetOldTransactions(100),
    'after-400': forgetOldTransactions(400),
    'after-90-for-several': forgetOldTransactions(90),
  },

  'identity/update-by-stxid-keeps-stxid': {
    ...under(['', 'for-several', 'with-campaign', 'with-another-processor'], reopen(by('sTxId'))),
    'second-update': reopen((_, at) => at.by === 'sTxId' && at.fees === 2),
  },
  'identity/update-by-mtxid-keeps-stxid': {
    ...under(['', 'for-several', 'with-total-amount', 'with-country-for-several'], reopen(by('mTxId'))),
    ...under(['with-another-processor', 'with-another-region'], reopen(by('mTxId'))),
    'after-a-refused-sale': forgetMTxIds(
      (_, { operation }, outcome) => operation === 'attachSale' && outcome === 'refused',
    ),
    'names-of-object-properties': neverFind((mTxId) => mTxId in {}),
    'of-more-than-50-characters': neverFind((mTxId) => mTxId.length > 50),
    'of-another-transaction': answerForAnother('calculateFee', by('mTxId')),
  },
  'identity/update-by-both-keeps-stxid': under(
    ['', 'for-several', 'with-data', 'with-card-token-for-several'],
    reopen(by('both')),
  ),
  'identity/update-recalculates-fee': {
    ...under(
      ['', 'for-several', 'with-data'],
      keepFees(([first]) => first),
    ),
    ...under(['of-another-card', 'of-another-card-for-several'], takeField('nicn')),
    'of-another-processor': takeField('processor'),
    'of-another-region': both(addCents(25, { region: /^02134$/ }), takeField('region')),
    'of-another-country': both(addCents(25, { country: /^(?!840$)/ }), takeField('country')),
    'of-another-processor-by-name': when(isUpdate, when(isSeveral, addCents(10, isNamed))),
    'processor-of-the-last-first-call': takeField('processor', 'last first call'),
    'card-of-the-last-call': takeField('nicn', 'last call', 'mTxId'),
    'amount-of-the-last-call': when(
      ({ amount }) => Number(amount) > 0,
      takeField('amount', 'last call', 'both'),
    ),
    // The highest fee so far.
    'smaller-amounts': keepFees((fees) => Math.max(...fees)),
    'third-fee': keepFees((fees) => (fees.length === 3 ? fees[1] : fees.at(-1))),
    'of-the-first-processor': when(
      isUpdate,
      changeRequest((fields, _, { context: { merchant } }) => ({
        ...fields,
        processor: merchant.processors[0]?.mid,
      })),
    ),
  },

  'identity/distinct-mtxids-are-distinct': {
    ...under(['', 'for-several'], slice(0, -1)),
    'longer-ones': findSimilar((known, mTxId) => known.startsWith(mTxId)),
    'double-dashes': replace(/--/g, '-'),
    ...under(['dashes', 'dashes-for-several'], replace(/-/g)),
    // Up to the second dash.
    prefix: replace(/(?<=^[^-]*-[^-]*)-.*/gs),
    'leading-zeros': replace(/^0+/g),
    ...under(
      ['numbers', 'numbers-for-several'],
      changeMTxIds((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
    ),
    'look-alike-letters': replace(/O/g, '0'),
    'middle-of-50-characters': replace(/(?<=^.{25}).+(?=.{25}$)/gs),
    'first-255-characters': slice(0, 255),
    'first-64-characters-for-several': slice(0, 64),
    'first-20-characters': slice(0, 20),
    'last-16-characters': slice(-16),
    'first-40-of-64-characters': both(slice(0, 40), refuseFee('mTxId', /^.{65,}$/)),
    marks: replace(/[^a-z0-9]/gi),
    checksum: changeMTxIds((mTxId) =>
      String([...mTxId].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 997, 7)),
    ),
    // As SQL does in LIKE.
    underscores: findSimilar((known, mTxId) =>
      new RegExp(`^${known.replaceAll(/\W/g, '\\$&').replaceAll('_', '.')}$`).test(mTxId),
    ),
  },
  'identity/mtxid-is-case-sensitive': {
    ...under(
      ['', 'for-several'],
      changeMTxIds((mTxId) => mTxId.toLowerCase()),
    ),
    'full-width-digits': changeMTxIds((mTxId) => mTxId.normalize('NFKC')),
    accents: changeMTxIds((mTxId) => mTxId.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },

  'identity/state-machine': {
    ...under(
      ['', 'for-several'],
      forgetMTxIds((at, { operation }) => at.by === 'sTxId' && operation === 'calculateFee'),
    ),
    'refused-update': forgetMTxIds(
      (_, { operation }, outcome) => operation === 'calculateFee' && outcome === 'refused',
    ),
    'refused-amount': forgetMTxIds(
      (_, { fields }, outcome) => outcome === 'refused' && typeof fields['amount'] === 'string',
    ),
    'sale-by-mtxid-after-an-update': refuseSale('mTxId', afterAnUpdate('mTxId')),
    'late-mtxid-after-an-update': refuseSale(
      'mTxId',
      (_, at) => at.by === 'both' && at.fees > 1 && at.opening['mTxId'] === undefined,
    ),
    ...under(
      ['second-sale', 'second-sale-for-several'],
      answerForAnother('attachSale', (_, { sales }) => sales > 0),
    ),
    'update-after-a-sale': answerForAnother('calculateFee', by('sTxId')),
    'update-after-a-sale-for-several': answerForAnother('calculateFee', by('both')),
    'second-update': forgetMTxIds(
      (at, { operation }) => at.by === 'sTxId' && operation === 'calculateFee' && at.fees === 2,
    ),
    'sale-by-stxid-after-an-update': refuseSale('sTxId', afterAnUpdate('sTxId')),
  },
  'identity/remembers-late-mtxid': {
    ...under(
      ['', 'for-several'],
      forgetMTxIds(
        (at, { operation }) =>
          operation === 'calculateFee' && at.by === 'both' && at.opening['mTxId'] === undefined,
      ),
    ),
    'of-a-sale': when(
      withAnotherMtxid,
      changeCall((fields, _, { operation }) =>
        operation === 'attachSale' ? { ...fields, mTxId: undefined } : fields,
      ),
    ),
  },

  'sale/accepts-stxid': {
    ...under(['', 'for-several'], refuseSale('sTxId', { sTxId: ANY, mTxId: undefined })),
    'authcode-used-before': keyBy('attachSale', ({ authCode }) => authCode),
    'seven-digits': refuseSale(
      'sTxId',
      ({ sTxId }, { opening }) => sTxId !== undefined && String(opening['nicn']).length === 7,
    ),
    'known-by-an-mtxid': refuseSale(
      'mTxId',
      ({ mTxId }, { opening }) => mTxId === undefined && opening['mTxId'] !== undefined,
    ),
  },
  'sale/accepts-mtxid': {
    ...under(['', 'for-several'], refuseSale('mTxId', { sTxId: undefined, mTxId: ANY })),
    'without-authcode': refuseSale('authCode', { sTxId: undefined, authCode: undefined }),
    'long-mtxid': refuseSale('mTxId', /^.{41,}$/),
    'mtxid-as-stxid': changeResponse('attachSale', (body, { sTxId, mTxId }) => ({
      ...body,
      sTxId: sTxId ?? mTxId,
    })),
    'last-transaction': attachToLastTransaction({ sTxId: undefined, mTxId: ANY }),
  },
  'sale/accepts-both': { '': refuseSale('mTxId', withItsMtxid) },
  'sale/accepts-late-mtxid': under(['', 'for-several'], refuseSale('mTxId', withAnotherMtxid)),
  'sale/requires-stxid-or-mtxid': {
    ...under(['', 'for-several'], attachToLastTransaction()),
    'null-as-mtxid': attachToLastTransaction({ mTxId: /^null$/ }),
    'null-as-stxid-beside-an-authcode': attachToLastTransaction({ sTxId: /^null$/, authCode: ANY }),
    'in-a-body-that-is-no-json': both(
      attachToLastTransaction({ authCode: /^unread$/ }),
      readBrokenBody('attachSale', { authCode: 'unread' }),
    ),
    // Refuses the sale, and later ones of the last transaction, as if it were sold.
    ...under(['refused-yet-sold', 'refused-yet-sold-for-several'], lockLastTransaction),
    'beside-an-authcode': attachToLastTransaction({ sTxId: undefined, mTxId: undefined, authCode: ANY }),
  },
  'sale/authcode-is-optional': { '': refuseSale('authCode', { authCode: undefined }) },
  'sale/authcode-is-opaque': {
    '': refuseSale('authCode', /[^ -~]|["<>]/),
    'markup-by-mtxid': refuseSale('authCode', /</),
    'sql-by-both': refuseSale('authCode', /'/),
    'markup-after-an-update': when(afterAnUpdate('mTxId'), refuseSale('authCode', /</)),
    'markup-for-several': refuseSale('authCode', /</),
    'six-digits': refuseSale('authCode', /^\d{6}$/),
    long: refuseSale('authCode', /^.{16,}$/s),
  },
  'sale/answers-stxid-string': {
    '': changeResponse('attachSale', (body) => ({
      ...body,
      sTxId: Number.parseInt(String(body['sTxId']), 16) || 1,
    })),
    'by-mtxid': changeResponse('attachSale', (body) => ({ ...body, sTxId: 7 })),
  },
  'sale/refuses-unknown-transaction': {
    '': when(
      isFirst,
      mendSale(({ sTxId = 'unknown' }) => accepted({ sTxId })),
    ),
  },
  'sale/refuses-mismatched-identifiers': {
    '': when(
      { sTxId: ANY, mTxId: ANY },
      mendSale((fields, next) => next({ ...fields, mTxId: undefined })),
    ),
  },
} as const satisfies Readonly<Record<string, Defects>>;
