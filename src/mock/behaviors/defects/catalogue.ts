/** The catalogue of defects: what each breakable rule looks like when the mock breaks it, and further defects by their labels. */
import { setTimeout } from 'node:timers/promises';
import { REQUIRED_FIELDS } from '../../../contract/fields.gen.ts';
import type { BreakableRule } from '../../../contract/rule-ids.ts';
import type { FeeRequest } from '../../../contract/types.ts';
import { renameMerchants } from '../../../ledger/ledger.ts';
import { unauthorized } from '../../auth/authenticate.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import { accepted, withType } from '../../response.ts';
import { TRANSACTION_CHOICES } from '../choices/transactions.ts';
import { acceptMissingToken } from '../deviations.ts';
import {
  accept,
  acceptTokens,
  addCents,
  answerForAnother,
  attachToLastTransaction,
  changeCall,
  changeFee,
  changeMTxIds,
  changeRequest,
  changeResponse,
  failOn,
  findSimilar,
  forgetMTxIds,
  isJson,
  keepFees,
  keyBy,
  lockLastTransaction,
  mixUp,
  numberStxids,
  openTwice,
  readAs,
  readBrokenBody,
  refuseBodies,
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
  EACH_PLACE,
  isNamed,
  UPDATE,
  under,
  type Where,
  when,
} from './defect.ts';

const OPTIONAL = [
  ...(['campaign', 'country', 'processor', 'cardToken', 'data', 'totalAmount', 'mTxId'] as const),
] satisfies readonly (keyof FeeRequest)[];

const optionalIn = (fields: Fields) => OPTIONAL.filter((field) => fields[field] !== undefined);
const cents = (usd: unknown) => Math.round(Number(usd) * 100);

const isDigits = (amount: unknown) => typeof amount === 'string' && /^\d+$/.test(amount);

/** Reads an amount in digits as a number. */
const readAmounts: Change = (context) => ({
  validate: (violations, { fields: { amount } }) =>
    violations.filter(({ pointer }) => pointer !== '/amount' || !isDigits(amount)),
  ...changeRequest((fields) => ({
    ...fields,
    ...(isDigits(fields['amount']) && { amount: Number(fields['amount']) }),
  }))(context),
});

/** Reads names of required fields whatever their case. */
const readNames = (body: string) =>
  REQUIRED_FIELDS.reduce(
    (text, name) => text.replaceAll(new RegExp(`"${name}"(?=\\s*:)`, 'gi'), `"${name}"`),
    body,
  );

const put = (fields: Fields) => changeFee((body) => ({ ...body, ...fields }));
/** JSON leaves the field out. */
const drop = (field: string) => put({ [field]: undefined });
const feeAsText = changeFee((body) => ({ ...body, transactionFee: String(body['transactionFee']) }));

/** In milliseconds. */
const DELAY = 8000;

/** In bytes. */
const OVERSIZED = 1024 * 1024;

const addEverySecondCent: Change = (context) => {
  let count = 0;

  return addCents(1, (_, __, { operation }) => operation === 'calculateFee' && count++ % 2 === 1)(context);
};

/** As one of several instances would that lacks the key. */
const refuseEveryThirtiethToken: Change = () => {
  let count = 0;

  return {
    authenticate: async (authorization, next) =>
      ++count % 30 === 0 ? unauthorized('a known key', 'a token of an unknown key') : next(authorization),
  };
};

const failAfterLargeBodies: Change = (context) => ({
  largestBody: 64 * OVERSIZED,
  ...failOn((body) => body.length > OVERSIZED, 'later')(context),
});

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

export const DEFECTS: { readonly [R in BreakableRule]: Defects } = {
  'fee-request/accepts-required-fields-alone': {
    '': refuseFee('campaign', (fields) => fields['sTxId'] === undefined && optionalIn(fields).length === 0),
  },
  'fee-request/requires-amount': under(['', 'beside-totalamount'], accept),
  'fee-request/requires-nicn': under(['', 'beside-a-cardtoken', 'beside-data-and-campaign'], accept),
  'fee-request/requires-region': {
    ...under(['', 'abroad-for-several', 'beside-an-mtxid-for-several'], accept),
    'in-a-body-that-is-no-json': readBrokenBody('calculateFee', VALID_FEE_REQUEST),
  },
  'fee-request/accepts-decimal-amounts': {
    '': refuseFee('amount', /\./),
    // As binary floats, they are no whole number of cents.
    ...under(
      ['binary-floats', 'binary-floats-on-updates-by-stxid'],
      refuseFee('amount', ({ amount }) => !Number.isInteger(Number(amount) * 100)),
    ),
    'two-amounts': refuseFee('amount', /^(?:10\.5|70\.07)$/),
  },
  'fee-request/accepts-each-optional-field': {
    '': refuseFee('data', (fields) => fields['sTxId'] === undefined && optionalIn(fields).join() === 'data'),
    // More than 64 bits can hold.
    'mtxid-of-more-than-64-bits': refuseFee('mTxId', /^\d{20,}$/),
    'capital-letters-in-mtxid': refuseFee('mTxId', /[A-Z]/),
    'dashes-in-mtxid': refuseFee('mTxId', /--/),
    cardtoken: refuseFee('cardToken', { cardToken: ANY, data: undefined }),
  },
  'fee-request/accepts-all-fields-at-once': {
    '': refuseFee('mTxId', (fields) => optionalIn(fields).length > 5),
    'country-beside-campaign': refuseFee('campaign', { country: ANY, campaign: ANY }),
  },
  'fee-request/refuses-wrong-types': under(['', 'on-updates-by-mtxid'], readAmounts),
  'fee-request/names-are-case-sensitive': { '': readAs(readNames) },
  'fee-request/refuses-negative-amount': {
    '': changeRequest(({ amount, ...fields }) => ({ ...fields, amount: Math.abs(Number(amount)) })),
  },
  'fee-request/accepts-any-spelling': {
    '': refuseBodies(/\\u/),
    spaces: refuseBodies(/"\s*:\s/),
    // The first field is another one.
    order: refuseBodies(/^\s*\{\s*"(?!amount|[sm]TxId)/),
  },

  'nicn/accepts-6-to-8-digits': { '': refuseFee('nicn', /^.{7}$/s) },
  'nicn/refuses-fewer-than-6-digits': {
    ...under(['', ...EACH_PLACE, 'in-an-update-with-a-new-mtxid'], accept),
    none: when({ nicn: /^$/ }, accept),
    'three-digits': when({ nicn: /^\d{3}$/ }, accept),
  },
  'nicn/refuses-more-than-8-digits': {
    ...under(['', 'for-iso-codes'], accept),
    'card-number': when({ nicn: /^(?:42){8}$/ }, accept),
    '12-digits': when({ nicn: /^\d{12}$/ }, accept),
  },
  'nicn/refuses-non-digits': {
    ...under(['', 'abroad'], accept),
    spaces: when({ nicn: /^[\d ]+$/ }, accept),
    'other-scripts': when({ nicn: /^\p{Nd}+$/u }, accept),
    'letter-at-the-end': when({ nicn: /^\d{7}[a-z]$/i }, accept),
    sign: when({ nicn: /^[+-]\d+$/ }, accept),
  },
  'nicn/never-echoes-card-number': {
    '': () => ({
      validate: (violations, { fields: { nicn } }) =>
        violations.map((one) =>
          one.pointer === '/nicn' && nicn !== undefined ? { ...one, got: JSON.stringify(nicn) } : one,
        ),
    }),
  },

  'region/accepts-zip-code': {
    '': refuseFee('region', /^\d/),
    'with-a-leading-zero': refuseFee('region', /^0/),
  },
  'region/accepts-two-letter-state': { '': refuseFee('region', /^[a-z]{2}$/i) },
  'region/accepts-iso-state-code': { '': refuseFee('region', /^[a-z]{2}-/i) },
  'region/refuses-unknown': { '': repair('unknown-region', () => ({ region: 'AZ' })) },
  'region/forms-agree': { '': addCents(10, { region: /^[a-z]{2}-/i }) },
  'country/refuses-unknown': {
    '': both(
      accept,
      changeRequest(({ country, ...fields }) =>
        typeof country === 'string' && !/^(?!000)[0-9]{3}$/.test(country) ? fields : { ...fields, country },
      ),
    ),
  },
  'country/defaults-to-840': {
    '': addCents(50, { country: /^840$/ }),
    'of-a-part': addCents(50, { country: undefined, totalAmount: ANY }),
  },

  'processor/optional-with-one': {
    '': addCents(
      10,
      ({ processor }, _, { context }) => processor !== undefined && context.merchant.processors.length === 1,
    ),
  },
  'processor/required-with-several': {
    '': changeRequest((fields, _, { context }) => ({
      processor: context.merchant.processors[0]?.mid,
      ...fields,
    })),
  },
  'processor/accepts-mid-or-name': {
    '': refuseFee('processor', isNamed),
    'name-of-the-second': refuseFee('processor', /^beta$/),
  },
  'processor/mid-and-name-agree': {
    '': addCents(10, isNamed),
    'of-the-second': when(
      { processor: /^beta$/ },
      changeRequest((fields) => ({ ...fields, processor: 'alpha' })),
    ),
  },
  'processor/refuses-unknown': {
    '': repair('unknown-processor', ({ processors }) => ({ processor: processors[0]?.mid })),
  },

  'multi-pay/accepts-part-of-total': {
    // A cent less than the total.
    '': refuseFee('totalAmount', ({ amount, totalAmount }) => cents(totalAmount) - cents(amount) === 1),
    'tiny-part': refuseFee(
      'totalAmount',
      ({ amount, totalAmount }) => cents(totalAmount) > 50 * cents(amount),
    ),
  },
  'multi-pay/refuses-part-over-total': {
    '': repair('part-over-total', () => ({ totalAmount: undefined })),
  },
  'opaque/campaign-and-data-are-opaque': {
    '': both(refuseFee('campaign', /["<>]/), refuseFee('data', /["<>]/)),
    'one-character': refuseFee('campaign', /^.$/u),
    'ideograph-in-campaign-for-several': refuseFee('campaign', /\p{Ideographic}/u),
    'ideograph-in-data': refuseFee('data', /\p{Ideographic}/u),
    'sql-in-data-on-updates-by-both': refuseFee('data', /'/),
    'backslash-in-data': refuseFee('data', /\\/),
    'five-campaigns': refuseFee('campaign', ({ campaign }) => Array.isArray(campaign) && campaign.length > 4),
    'long-data': refuseFee('data', ({ data }) => String(data ?? '').length > 100),
  },
  'opaque/opaque-data-does-not-change-fee': { '': addCents(5, { data: /^coupon/i }) },
  'fee/matches-reference': {
    // From 20 dollars on, 10 cents less leave every fee of the shipped prices positive.
    '': addCents(-10, ({ nicn, amount }) => /^411/.test(String(nicn)) && Number(amount) >= 20),
  },

  // Responses, tokens and headers, and how the mock copes with bad input (sections 2.2, 5 and 6).
  'fee-response/is-json-object': {
    '': changeFee((body) => [body]),
    'byte-order-mark': () => ({
      respond: (response, { outcome }) =>
        outcome.kind === 'refused' ? response : { ...response, body: `\ufeff${response.body}` },
    }),
  },
  'fee-response/has-transaction-fee-number': {
    ...under(['', 'for-several', 'after-a-sale'], feeAsText),
    'whole-amounts': when({ amount: /^\d+$/ }, feeAsText),
    'large-amounts': when(({ amount }) => Number(amount) > 1000, put({ transactionFee: null })),
    'none-on-updates-by-mtxid': drop('transactionFee'),
  },
  'fee-response/has-stxid-string': {
    '': changeFee((body) => ({ ...body, sTxId: Number.parseInt(String(body['sTxId']).slice(0, 12), 16) })),
    'none-beside-an-mtxid': drop('sTxId'),
  },
  'fee-response/has-message-ok': {
    '': put({ message: 'OK' }),
    'on-updates-by-both': put({ message: 'updated' }),
  },
  'fee-response/fee-is-not-negative': { '': addCents(-100, ({ amount }) => Number(amount) <= 1) },
  'fee-response/fee-has-cents': { '': addCents(0.1, {}) },
  'fee-response/same-request-same-fee': { '': addEverySecondCent },
  'fee/does-not-depend-on-other-calls': {
    '': keepFees(
      ([first]) => first,
      (_, { amount }) => amount,
    ),
    'by-whole-dollars': keepFees(
      ([first]) => first,
      (_, { sTxId: __, mTxId: ___, amount, ...others }) => [Math.floor(Number(amount)), others],
    ),
  },

  'robustness/survives-malformed-input': {
    '': failOn((body) => !isJson(body), 'later'),
    'after-broken-json-that-is-not-utf-8': failOn(
      (body) => !isJson(body) && body.includes('\ufffd'),
      'later',
    ),
    'after-deeply-nested-data': failOn((body) => /"data":\[{500}/.test(body), 'later'),
    'after-a-number-as-campaign': failOn((body) => /"campaign":\d/.test(body), 'later'),
    'after-an-array-as-authcode': failOn((body) => /"authCode":\[/.test(body), 'later'),
  },
  'robustness/answers-in-time': {
    '': when(
      { sTxId: undefined, nicn: /^4.{7}$/ },
      changeResponse('calculateFee', (body) => setTimeout(DELAY, body, { ref: false })),
    ),
  },
  'robustness/no-server-error-on-bad-input': {
    // JSON, but not an object.
    '': failOn((body) => /^\s*[^\s{]/.test(body)),
    'wrong-type-of-nicn': failOn((body) => /"nicn"\s*:\s*[^"\s]/.test(body)),
    'wrong-type-of-authcode': failOn((body) => /"authCode"\s*:\s*[^"\s]/.test(body)),
  },
  'robustness/no-internals-in-errors': {
    '': () => ({
      validate: (violations) =>
        violations.map((violation) => ({
          ...violation,
          expected: `${violation.expected}\n    at validate (/srv/fees/dist/validate.js:12:7)`,
        })),
    }),
  },
  'robustness/refuses-oversized-body': {
    '': failAfterLargeBodies,
  },

  'auth/refuses-missing-token': { '': () => ({ authenticate: acceptMissingToken }) },
  'auth/refuses-invalid-token': {
    '': acceptTokens('all'),
    'garbled-as-another-merchant': acceptTokens('garbled', 'several'),
  },
  'auth/accepts-valid-token': { '': refuseEveryThirtiethToken },
  'transport/post-only': { '': () => ({ methods: ['PUT'] }) },
  'transport/content-type-json': {
    '': () => ({
      respond: (response, { outcome }) =>
        outcome.kind === 'refused' ? response : withType(response, 'text/plain'),
    }),
  },

  // Which transaction a call names, and sales (sections 1.2, 2.3 and 4).
  'identity/stxid-is-unique': {
    '': keyBy('calculateFee', (fields) => fields),
    'between-merchants': numberStxids,
    'at-once': mixUp('calculateFee', 'sTxId', { by: 'first' }),
    'data-used-before': keyBy('calculateFee', ({ data }) => data),
  },
  'identity/merchants-are-isolated': {
    '': () => ({ ledger: (ledger) => renameMerchants(ledger, () => 'shared', ledger) }),
  },
  'identity/one-transaction-per-mtxid': { '': openTwice },
  'identity/partial-update-keeps-or-refuses': {
    '': takeAmount,
    'processor-for-several': when(
      UPDATE,
      repair('processor-required', ({ processors }) => ({ processor: processors[0]?.mid })),
    ),
  },
  'identity/outlives-a-pause': { '': reopen((_, { age }) => age >= 10_000) },
  'identity/concurrent-updates-keep-stxid': {
    '': mixUp('calculateFee', 'sTxId', UPDATE),
    fees: mixUp('calculateFee', 'transactionFee', UPDATE),
    sales: mixUp('attachSale', 'sTxId', {}),
    merchants: mixUp('calculateFee', 'sTxId', UPDATE, 'merchants'),
  },
  'identity/outlives-other-traffic': {
    '': reopen(after(200)),
    'after-30': both(refuseFee('sTxId', after(30)), refuseSale('sTxId', after(30))),
    'after-400': reopen(after(400)),
    'after-90-for-several': reopen(after(90)),
  },

  'identity/update-by-stxid-keeps-stxid': {
    ...under(['', 'for-several', 'with-another-processor'], reopen({ by: 'sTxId' })),
    'second-update': reopen({ by: 'sTxId', fees: '2' }),
  },
  'identity/update-by-mtxid-keeps-stxid': {
    '': reopen({ by: 'mTxId' }),
    'after-a-refused-sale': forgetMTxIds({ operation: 'attachSale' }, 'refused'),
    'names-of-object-properties': reopen(({ mTxId }, at) => at.by === 'mTxId' && String(mTxId) in {}),
    'of-more-than-50-characters': reopen({ by: 'mTxId', mTxId: /^.{51}/s }),
    'of-another-transaction': answerForAnother('calculateFee', { by: 'mTxId' }),
  },
  'identity/update-by-both-keeps-stxid': { '': reopen({ by: 'both' }) },
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
    '': forgetMTxIds({ operation: 'calculateFee', by: 'sTxId' }),
    'second-update': forgetMTxIds({ operation: 'calculateFee', by: 'sTxId', fees: '2' }),
    'refused-update': forgetMTxIds({ operation: 'calculateFee' }, 'refused'),
    'refused-amount': forgetMTxIds(({ amount }) => typeof amount === 'string', 'refused'),
    'sale-by-stxid-after-an-update': refuseSale('sTxId', { by: 'sTxId', fees: /^[2-9]|../ }),
    'second-sale': answerForAnother('attachSale', { sales: /^[1-9]/ }),
    'update-after-a-sale': answerForAnother('calculateFee', { by: 'sTxId' }),
  },
  'identity/remembers-late-mtxid': {
    '': forgetMTxIds(
      (_, { by, opening }, { operation }) =>
        operation === 'calculateFee' && by === 'both' && opening['mTxId'] === undefined,
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
  'sale/refuses-unknown-transaction': { '': when({ by: 'first' }, acceptSales) },
  'sale/refuses-mismatched-identifiers': {
    '': () => TRANSACTION_CHOICES['mismatched-identifiers']['stxid-decides'],
  },
};
