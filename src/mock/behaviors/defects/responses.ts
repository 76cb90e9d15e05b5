/** Defects in responses, tokens and headers, and in how the mock copes with bad input (sections 2.2, 5 and 6). */
import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../../contract/types.ts';
import { bearerToken } from '../../auth/authenticate.ts';
import { readToken } from '../../auth/token.ts';
import type { Fields } from '../../request.ts';
import { acceptMissingToken } from '../deviations.ts';
import { ANY, addCents, type Change, changeFee, changeResponse, type Defects, when } from './defect.ts';
import { also } from './places.ts';
import { cacheFees, numberTransactions } from './transactions.ts';

const put = (fields: Fields) => changeFee((body) => ({ ...body, ...fields }));
/** JSON leaves the field out. */
const drop = (field: string) => put({ [field]: undefined });
const feeAsText = changeFee((body) => ({ ...body, transactionFee: String(body['transactionFee']) }));
const inArray = changeFee((body) => [body]);

/** In milliseconds. */
const DELAY = 8000;

/** In bytes. */
const OVERSIZED = 1024 * 1024;

const addEverySecondCent: Change = (context) => {
  let count = 0;

  return addCents(1, (_, __, { operation }) => operation === 'calculateFee' && count++ % 2 === 1)(context);
};

export const RESPONSE_DEFECTS = {
  'fee-response/is-json-object': {
    'returns an array with the fee response in it': inArray,
    'byte-order-mark: begins the response with a byte order mark': () => ({
      respond: () => ({ layout: (json) => `\ufeff${json}` }),
    }),
    'for-states: returns an array with the fee response in it for a two-letter state': when(
      { region: /^..$/ },
      inArray,
    ),
  },
  'fee-response/has-transaction-fee-number': also(['for-several', 'after-a-sale'], {
    'returns the fee as a string': feeAsText,
    'whole-amounts: returns the fee of a whole amount as a string': when({ amount: /^\d+$/ }, feeAsText),
    'amounts-with-cents: returns the fee of an amount with cents as a string': when(
      { amount: /\D/ },
      feeAsText,
    ),
    'large-amounts: returns null as the fee for amounts over 1000 dollars': when(
      ({ amount }) => Number(amount) > 1000,
      put({ transactionFee: null }),
    ),
    'none-on-updates-by-mtxid: returns no fee': drop('transactionFee'),
    'none-for-small-amounts: returns no fee for amounts below 20 dollars': when(
      ({ amount }) => Number(amount) < 20,
      drop('transactionFee'),
    ),
  }),
  'fee-response/has-stxid-string': {
    'returns a number as the sTxId of a fee call, and accepts that number later': numberTransactions,
    'none-beside-an-mtxid: returns no sTxId for a fee call with an mTxId': when(
      { mTxId: ANY },
      drop('sTxId'),
    ),
  },
  'fee-response/has-message-ok': {
    'returns the message OK in capitals': put({ message: 'OK' }),
    'on-updates-by-both: returns the message updated': put({ message: 'updated' }),
    'on-updates-by-stxid: returns the message OK in capitals': put({ message: 'OK' }),
    'none-for-iso-codes: returns no message for an ISO state code': when({ region: /^US-/ }, drop('message')),
  },
  'fee-response/fee-is-not-negative': {
    'subtracts a dollar from the fee for amounts up to a dollar': addCents(
      -100,
      ({ amount }) => Number(amount) <= 1,
    ),
  },
  'fee-response/fee-has-cents': {
    'adds a tenth of a cent to every fee': changeFee((body) => ({
      ...body,
      transactionFee: Math.round(Number(body['transactionFee']) * 1000 + 1) / 1000,
    })),
  },
  'fee-response/same-request-same-fee': { 'adds a cent to every second fee': addEverySecondCent },

  'fee/does-not-depend-on-other-calls': {
    'keeps the fee of an amount for all cards and regions of a merchant': cacheFees,
  },

  'robustness/survives-malformed-input': {
    'fails every request after one whose body is not JSON': failAfter((body) => !isJson(body)),
    'after-broken-json-that-is-not-utf-8: fails every request after one whose body is neither JSON nor UTF-8':
      failAfter((body) => !isJson(body) && body.includes('\ufffd')),
    'after-deeply-nested-data: fails every request after a fee call whose data nests 500 arrays':
      failAfterBody(/"data":\[{500}/),
    'after-a-number-as-campaign: fails every request after a fee call whose campaign is a number':
      failAfterBody(/"campaign":\d/),
    'after-an-array-as-authcode: fails every request after a sale whose authCode is an array':
      failAfterBody(/"authCode":\[/),
    'after-a-number-as-mtxid-of-a-sale: fails every request after a sale whose mTxId is a number': failAfter(
      (body, operation) => operation === 'attachSale' && /"mTxId":\d/.test(body),
    ),
    'after-a-body-that-is-not-utf-8: fails every request after one whose body is not UTF-8':
      failAfterBody(/\ufffd/),
  },
  'robustness/answers-in-time': {
    'delays a first call by 8 seconds if its nicn is eight digits that begin with 4': when(
      { sTxId: undefined, nicn: /^4.{7}$/ },
      changeResponse('calculateFee', (body) => setTimeout(DELAY, body, { ref: false })),
    ),
  },
  'robustness/no-server-error-on-bad-input': {
    'answers 500 to a body that is JSON but not an object': () => ({
      receive(request, next) {
        const text = String(request.body);
        if (/^\s*[^\s{]/.test(text) && isJson(text))
          throw new TypeError('robustness/no-server-error-on-bad-input: the body is not a JSON object');

        return next(request);
      },
    }),
    'for-several: answers 500 to an nicn that is not a string': failOn('nicn'),
    'wrong-type-of-authcode: answers 500 to an authCode that is not a string': failOn('authCode'),
    'region-on-updates-by-mtxid: answers 500 to a region that is not a string': failOn('region'),
  },
  'robustness/no-internals-in-errors': {
    'includes a stack trace in its refusals': () => ({
      validate: (violations) =>
        violations.map((violation) => ({
          ...violation,
          expected: `${violation.expected}\n    at validate (/srv/fees/dist/validate.js:12:7)`,
        })),
    }),
  },
  'robustness/refuses-oversized-body': {
    'fails every request after one with a body of more than 1 MiB': (context) => ({
      largestBody: 64 * OVERSIZED,
      ...failAfter((body) => body.length > OVERSIZED)(context),
    }),
  },

  'auth/refuses-missing-token': {
    'accepts a request without a token as one of the default merchant': () => ({
      authenticate: acceptMissingToken,
    }),
  },
  'auth/refuses-invalid-token': {
    'accepts any token: malformed, unsigned or signed with another key': acceptTokens(() => true),
    'garbled-as-another-merchant: accepts a token that is not a JWT as one of the merchant several':
      acceptTokens((token) => token === undefined, 'several'),
    'for-several: accepts any token that names the merchant': acceptTokens(
      (token) => token?.merchant === 'several',
    ),
  },
  'transport/post-only': { 'handles PUT as POST': () => ({ methods: ['PUT'] }) },
  'transport/content-type-json': {
    'sends accepted responses with the media type text/plain': () => ({
      respond: () => ({ mediaType: 'text/plain' }),
    }),
  },
} as const satisfies Readonly<Record<string, Defects>>;

/** Fails every request after one with such a body. */
function failAfter(isFatal: (body: string, operation: OperationId) => boolean): Change {
  return () => {
    let isBroken = false;

    return {
      receive(request, next, { operation }) {
        if (isBroken) throw new Error('a defect fails this request because of the body of an earlier one');
        isBroken = isFatal(String(request.body), operation);

        return next(request);
      },
    };
  };
}

function failAfterBody(pattern: RegExp): Change {
  return failAfter((body) => pattern.test(body));
}

/** Answers 500 where the field has a value of another type than string. */
function failOn(field: string): Change {
  return () => ({
    validate(violations, { fields }) {
      const value = fields[field];
      if (value !== undefined && typeof value !== 'string') throw new TypeError(`${field} is not a string`);

      return violations;
    },
  });
}

/** Accepts some tokens, undefined for one that is not a JWT, without verifying them. */
function acceptTokens(
  isAccepted: (token: { readonly merchant: string | undefined } | undefined) => boolean,
  as?: string,
): Change {
  return () => ({
    async authenticate(authorization, next, { principalOf }) {
      const bearer = bearerToken(authorization);
      const read = bearer === undefined ? undefined : readToken(bearer);
      const token = read?.kind === 'token' ? read : undefined;

      return read !== undefined && isAccepted(token)
        ? principalOf(as ?? token?.merchant)
        : next(authorization);
    },
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);

    return true;
  } catch {
    return false;
  }
}
