/** Defects in how the mock copes with bad and slow requests. */
import { setTimeout } from 'node:timers/promises';
import type { Behavior } from '../../behavior.ts';
import { changeResponse, type DefectGroup } from './defect.ts';

/** In milliseconds. */
const DELAY = 8000;

/** In bytes. */
const OVERSIZED = 1024 * 1024;

export const ROBUSTNESS_DEFECTS = {
  'robustness/survives-malformed-input': {
    summary: 'fails every request after one whose body is not JSON',
    create: () => failAfter((body) => !isJson(String(body))),
  },
  'robustness/answers-in-time': {
    summary: 'delays a first call by 8 seconds if its nicn is eight digits that begin with 4',
    create: () =>
      changeResponse('calculateFee', (body, { sTxId, nicn }) =>
        sTxId === undefined && /^4.{7}$/.test(String(nicn)) ? setTimeout(DELAY, body, { ref: false }) : body,
      ),
  },
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
  },
  'robustness/no-internals-in-errors': {
    summary: 'includes a stack trace in its refusals',
    create: () => ({
      validate: (violations) =>
        violations.map((violation) => ({
          ...violation,
          expected: `${violation.expected}\n    at validate (/srv/fees/dist/validate.js:12:7)`,
        })),
    }),
  },
  'robustness/refuses-oversized-body': {
    summary: 'fails every request after one with a body of more than 1 MiB',
    create: () => ({ largestBody: 64 * OVERSIZED, ...failAfter((body) => (body?.length ?? 0) > OVERSIZED) }),
  },
} satisfies DefectGroup<'robustness'>;

/** Fails every request after one with such a body. */
function failAfter(isFatal: (body: Buffer | undefined) => boolean): Behavior {
  let isBroken = false;

  return {
    receive(request, next) {
      if (isBroken) throw new Error('a defect fails this request because of the body of an earlier one');
      isBroken = isFatal(request.body);

      return next(request);
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
