/** Defects in responses, tokens and headers, and in how the mock copes with bad input (sections 2.2, 5 and 6). */
import { setTimeout } from 'node:timers/promises';
import type { Fields } from '../../request.ts';
import { withType } from '../../response.ts';
import { acceptMissingToken } from '../deviations.ts';
import {
  acceptTokens,
  addCents,
  changeFee,
  changeResponse,
  failAfter,
  failOn,
  isJson,
  keepFees,
} from './changes.ts';
import { type Change, type Defects, under, when } from './defect.ts';

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

const failAfterLargeBodies: Change = (context) => ({
  largestBody: 64 * OVERSIZED,
  ...failAfter((body) => body.length > OVERSIZED)(context),
});

export const RESPONSE_DEFECTS = {
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
    '': failAfter((body) => !isJson(body)),
    'after-broken-json-that-is-not-utf-8': failAfter((body) => !isJson(body) && body.includes('\ufffd')),
    'after-deeply-nested-data': failAfter((body) => /"data":\[{500}/.test(body)),
    'after-a-number-as-campaign': failAfter((body) => /"campaign":\d/.test(body)),
    'after-an-array-as-authcode': failAfter((body) => /"authCode":\[/.test(body)),
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
  'transport/post-only': { '': () => ({ methods: ['PUT'] }) },
  'transport/content-type-json': {
    '': () => ({
      respond: (response, { outcome }) =>
        outcome.kind === 'refused' ? response : withType(response, 'text/plain'),
    }),
  },
} as const satisfies Readonly<Record<string, Defects>>;
