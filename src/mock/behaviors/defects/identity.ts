/** Defects in which transaction a call names, and in sales (sections 1.2, 2.3 and 4). */
import { renameMerchants } from '../../../ledger/ledger.ts';
import { accepted } from '../../response.ts';
import { TRANSACTION_CHOICES } from '../choices/transactions.ts';
import {
  addCents,
  answerForAnother,
  attachToLastTransaction,
  changeCall,
  changeMTxIds,
  changeResponse,
  findSimilar,
  forgetMTxIds,
  keepFees,
  keyBy,
  lockLastTransaction,
  mixUp,
  numberStxids,
  openTwice,
  readBrokenBody,
  refuseFee,
  refuseSale,
  reopen,
  repair,
  takeAmount,
  takeField,
} from './changes.ts';
import {
  ANY,
  both,
  type Change,
  type Defects,
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

/** Calls of a transaction that has more newer ones of its merchant. */
const after =
  (kept: number): Where =>
  (_, { newer }) =>
    newer > kept;

/** Sales by sTxId that have the mTxId of their transaction, or another one. */
const withItsMtxid: Where = ({ mTxId }, at) => at.by === 'both' && mTxId === at.mTxId;
const withAnotherMtxid: Where = ({ mTxId }, at) => at.by === 'both' && mTxId !== at.mTxId;

/** Replaces parts of an mTxId; drops them by default. */
const replace = (parts: RegExp, by = '') => changeMTxIds((mTxId) => mTxId.replaceAll(parts, by));

/** Accepts the sales that are refused. */
const acceptSales: Change = () => ({
  async handle(fields, next, { operation }) {
    const outcome = await next(fields);
    const isMeant = operation === 'attachSale' && outcome.kind === 'refused';

    return isMeant ? accepted({ sTxId: fields['sTxId'] ?? 'unknown' }) : outcome;
  },
});

export const IDENTITY_DEFECTS = {
  'identity/stxid-is-unique': {
    '': keyBy('calculateFee', (fields) => fields),
    'between-merchants': numberStxids,
    'at-once': mixUp('calculateFee', 'sTxId', isFirst),
    'data-used-before': keyBy('calculateFee', ({ data }) => data),
  },
  'identity/merchants-are-isolated': {
    '': () => ({ ledger: (ledger) => renameMerchants(ledger, () => 'shared', ledger) }),
  },
  'identity/one-transaction-per-mtxid': { '': openTwice },
  'identity/partial-update-keeps-or-refuses': {
    '': takeAmount,
    'processor-for-several': when(
      isUpdate,
      repair('processor-required', ({ processors }) => ({ processor: processors[0]?.mid })),
    ),
  },
  'identity/outlives-a-pause': { '': reopen((_, { age }) => age >= 10_000) },
  'identity/concurrent-updates-keep-stxid': {
    '': mixUp('calculateFee', 'sTxId', isUpdate),
    fees: mixUp('calculateFee', 'transactionFee', isUpdate),
    sales: mixUp('attachSale', 'sTxId', {}),
    merchants: mixUp('calculateFee', 'sTxId', isUpdate, 'merchants'),
  },
  'identity/outlives-other-traffic': {
    '': reopen(after(200)),
    'after-30': both(refuseFee('sTxId', after(30)), refuseSale('sTxId', after(30))),
    'after-400': reopen(after(400)),
    'after-90-for-several': reopen(after(90)),
  },

  'identity/update-by-stxid-keeps-stxid': {
    ...under(['', 'for-several', 'with-another-processor'], reopen(by('sTxId'))),
    'second-update': reopen((_, at) => at.by === 'sTxId' && at.fees === 2),
  },
  'identity/update-by-mtxid-keeps-stxid': {
    '': reopen(by('mTxId')),
    'after-a-refused-sale': forgetMTxIds(
      (_, { operation }, outcome) => operation === 'attachSale' && outcome === 'refused',
    ),
    'names-of-object-properties': reopen(({ mTxId }, at) => at.by === 'mTxId' && String(mTxId) in {}),
    'of-more-than-50-characters': reopen(({ mTxId }, at) => at.by === 'mTxId' && String(mTxId).length > 50),
    'of-another-transaction': answerForAnother('calculateFee', by('mTxId')),
  },
  'identity/update-by-both-keeps-stxid': { '': reopen(by('both')) },
  'identity/update-recalculates-fee': {
    '': keepFees(([first]) => first),
    'of-another-card': takeField('nicn'),
    'of-another-processor': takeField('processor'),
    'of-another-region': both(addCents(25, { region: /^02134$/ }), takeField('region')),
    // The highest fee so far.
    'smaller-amounts': keepFees((fees) => Math.max(...fees)),
  },

  'identity/distinct-mtxids-are-distinct': {
    '': changeMTxIds((mTxId) => mTxId.slice(0, -1)),
    'longer-ones': findSimilar((known, mTxId) => known.startsWith(mTxId)),
    'double-dashes': replace(/--/g, '-'),
    dashes: replace(/-/g),
    'leading-zeros': replace(/^0+/g),
    numbers: changeMTxIds((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
    'look-alike-letters': replace(/O/g, '0'),
    'middle-of-50-characters': replace(/(?<=^.{25}).+(?=.{25}$)/gs),
    'first-255-characters': changeMTxIds((mTxId) => mTxId.slice(0, 255)),
    'last-16-characters': changeMTxIds((mTxId) => mTxId.slice(-16)),
    checksum: changeMTxIds((mTxId) =>
      String([...mTxId].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 997, 7)),
    ),
  },
  'identity/mtxid-is-case-sensitive': {
    '': changeMTxIds((mTxId) => mTxId.toLowerCase()),
    'full-width-digits': changeMTxIds((mTxId) => mTxId.normalize('NFKC')),
    accents: changeMTxIds((mTxId) => mTxId.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },

  'identity/state-machine': {
    '': forgetMTxIds((at, { operation }) => at.by === 'sTxId' && operation === 'calculateFee'),
    'second-update': forgetMTxIds(
      (at, { operation }) => at.by === 'sTxId' && operation === 'calculateFee' && at.fees === 2,
    ),
    'refused-update': forgetMTxIds(
      (_, { operation }, outcome) => operation === 'calculateFee' && outcome === 'refused',
    ),
    'refused-amount': forgetMTxIds(
      (_, { fields }, outcome) => outcome === 'refused' && typeof fields['amount'] === 'string',
    ),
    'sale-by-stxid-after-an-update': refuseSale('sTxId', (_, at) => at.by === 'sTxId' && at.fees > 1),
    'second-sale': answerForAnother('attachSale', (_, { sales }) => sales > 0),
    'update-after-a-sale': answerForAnother('calculateFee', by('sTxId')),
  },
  'identity/remembers-late-mtxid': {
    '': forgetMTxIds(
      (at, { operation }) =>
        operation === 'calculateFee' && at.by === 'both' && at.opening['mTxId'] === undefined,
    ),
    'of-a-sale': when(
      withAnotherMtxid,
      changeCall((fields, _, { operation }) =>
        operation === 'attachSale' ? { ...fields, mTxId: undefined } : fields,
      ),
    ),
  },

  'sale/accepts-stxid': {
    '': refuseSale('sTxId', { sTxId: ANY, mTxId: undefined }),
    'authcode-used-before': keyBy('attachSale', ({ authCode }) => authCode),
    'seven-digits': refuseSale(
      'sTxId',
      ({ sTxId }, { opening }) => sTxId !== undefined && String(opening['nicn']).length === 7,
    ),
  },
  'sale/accepts-mtxid': {
    '': refuseSale('mTxId', { sTxId: undefined, mTxId: ANY }),
    'without-authcode': refuseSale('authCode', { sTxId: undefined, authCode: undefined }),
    'long-mtxid': refuseSale('mTxId', /^.{41,}$/),
    'mtxid-as-stxid': changeResponse('attachSale', (body, { sTxId, mTxId }) => ({
      ...body,
      sTxId: sTxId ?? mTxId,
    })),
    'last-transaction': attachToLastTransaction({ sTxId: undefined, mTxId: ANY }),
  },
  'sale/accepts-both': { '': refuseSale('mTxId', withItsMtxid) },
  'sale/accepts-late-mtxid': { '': refuseSale('mTxId', withAnotherMtxid) },
  'sale/requires-stxid-or-mtxid': {
    '': attachToLastTransaction(),
    'null-as-mtxid': attachToLastTransaction({ mTxId: /^null$/ }),
    'in-a-body-that-is-no-json': both(
      attachToLastTransaction({ authCode: /^unread$/ }),
      readBrokenBody('attachSale', { authCode: 'unread' }),
    ),
    // Refuses the sale, and later ones of the last transaction, as if it were sold.
    ...under(['refused-yet-sold', 'refused-yet-sold-for-several'], lockLastTransaction),
  },
  'sale/authcode-is-optional': { '': refuseSale('authCode', { authCode: undefined }) },
  'sale/authcode-is-opaque': {
    '': refuseSale('authCode', /[^ -~]|["<>]/),
    'markup-by-mtxid': refuseSale('authCode', /</),
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
  'sale/refuses-unknown-transaction': { '': when(isFirst, acceptSales) },
  'sale/refuses-mismatched-identifiers': {
    '': () => TRANSACTION_CHOICES['mismatched-identifiers']['stxid-decides'],
  },
} as const satisfies Readonly<Record<string, Defects>>;
