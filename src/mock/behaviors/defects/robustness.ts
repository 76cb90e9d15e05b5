/** Defects in how the mock copes with bad and slow requests. */
import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../../contract/types.ts';
import type { Behavior } from '../../behavior.ts';
import { changeResponse, type DefectGroup, defect } from './defect.ts';
import { forSeveralOnly, inPosition } from './positions.ts';

/** In milliseconds. */
const DELAY = 8000;

/** In bytes. */
const OVERSIZED = 1024 * 1024;

export const ROBUSTNESS_DEFECTS = {
  'robustness/survives-malformed-input': {
    summary: 'fails every request after one whose body is not JSON',
    create: () => failAfter((body) => !isJson(String(body))),
    variants: {
      'after-broken-json-that-is-not-utf-8': defect(
        'fails every request after one whose body is neither JSON nor UTF-8',
        () => failAfter((body) => !isJson(String(body)) && String(body).includes('\ufffd')),
      ),
      'after-deeply-nested-data': defect(
        'fails every request after a fee call whose data nests 500 arrays',
        () => failAfter((body) => /"data":\[{500}/.test(String(body))),
      ),
      'after-a-number-as-campaign': defect(
        'fails every request after a fee call whose campaign is a number',
        () => failAfter((body) => /"campaign":\d/.test(String(body))),
      ),
      'after-an-array-as-authcode': defect(
        'fails every request after a sale whose authCode is an array',
        () => failAfter((body) => /"authCode":\[/.test(String(body))),
      ),
      'after-a-number-as-mtxid-of-a-sale': defect(
        'fails every request after a sale whose mTxId is a number',
        () => failAfter((body, operation) => operation === 'attachSale' && /"mTxId":\d/.test(String(body))),
      ),
    },
  },
  'robustness/answers-in-time': defect(
    'delays a first call by 8 seconds if its nicn is eight digits that begin with 4',
    () =>
      changeResponse('calculateFee', (body, { sTxId, nicn }) =>
        sTxId === undefined && /^4.{7}$/.test(String(nicn)) ? setTimeout(DELAY, body, { ref: false }) : body,
      ),
  ),
  'robustness/no-server-error-on-bad-input': {
    summary: 'answers 500 to a body that is JSON but not an object',
    create: () => ({
      receive(request, next) {
        const text = String(request.body);
        if (/^\s*[^\s{]/.test(text) && isJson(text))
          throw new TypeError('robustness/no-server-error-on-bad-input: the body is not a JSON object');

        return next(request);
      },
    }),
    variants: {
      'for-several': forSeveralOnly('answers 500 to an nicn that is not a string', () => failOn('nicn')),
      'wrong-type-of-authcode': defect('answers 500 to an authCode that is not a string', () =>
        failOn('authCode'),
      ),
      'region-on-updates-by-mtxid': defect(
        'answers 500 to a region that is not a string, in an update by mTxId',
        () => inPosition(({ by }) => by === 'mTxId', failOn('region')),
      ),
    },
  },
  'robustness/no-internals-in-errors': defect('includes a stack trace in its refusals', () => ({
    validate: (violations) =>
      violations.map((violation) => ({
        ...violation,
        expected: `${violation.expected}\n    at validate (/srv/fees/dist/validate.js:12:7)`,
      })),
  })),
  'robustness/refuses-oversized-body': defect(
    'fails every request after one with a body of more than 1 MiB',
    () => ({ largestBody: 64 * OVERSIZED, ...failAfter((body) => (body?.length ?? 0) > OVERSIZED) }),
  ),
} satisfies DefectGroup<'robustness'>;

/** Fails every request after one with such a body. */
function failAfter(isFatal: (body: Buffer | undefined, operation: OperationId) => boolean): Behavior {
  let isBroken = false;

  return {
    receive(request, next, { operation }) {
      if (isBroken) throw new Error('a defect fails this request because of the body of an earlier one');
      isBroken = isFatal(request.body, operation);

      return next(request);
    },
  };
}

/** Answers 500 where the field has a value of another type than string. */
function failOn(field: string): Behavior {
  return {
    validate(violations, { fields }) {
      const value = fields[field];
      if (value !== undefined && typeof value !== 'string') throw new TypeError(`${field} is not a string`);

      return violations;
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);

    return true;
  } catch {
    return false;
  }
}
