/** The hostile and awkward deployments; here those that throttle: now and then, in bursts, or forever, with every form of Retry-After. */
import { type ReferenceBehavior, startReference } from '../reference.ts';
import { ELSEWHERE, MANNERS, SILENCE } from './conduct.ts';
import { CONTENT } from './content.ts';
import type { Hostile } from './hostile.ts';
import { WIRE } from './wire.ts';

const THROTTLING: readonly Hostile[] = [
  patient(
    'puts off every tenth request until at once',
    every(10, 429, () => '0'),
    'standard',
  ),
  patient(
    'puts off every thirtieth request without saying until when',
    every(30, 429, () => undefined),
  ),
  patient(
    'puts off with a date in the past',
    every(30, 503, () => new Date(0).toUTCString()),
  ),
  patient(
    'puts off until a negative number',
    every(30, 429, () => '-5'),
  ),
  patient(
    'puts off until nonsense',
    every(30, 429, () => 'soon, at 12 of the clock'),
  ),
  patient(
    'puts off until a number with a point',
    every(30, 429, () => '0.01'),
  ),
  patient('puts off five requests in a row, again and again', () => ({
    intercept: (_, response, call) => {
      if (call % 60 < 55) return false;
      response.writeHead(429, { 'retry-after': '0' }).end();

      return true;
    },
  })),
  endless('puts off every request until at once', '0'),
  endless('puts off every request until a year from now', '31536000'),
  endless('puts off every request until a number beyond numbers', '9'.repeat(400)),
  endless('puts off every request until a date far away', 'Fri, 31 Dec 9999 23:59:59 GMT'),
  {
    name: 'puts off from the 60th request on, for ever',
    verdict: 'inconclusive',
    fails: [],
    says: /Undecided/,
    start: () =>
      startReference({
        intercept: (_, response, call) => {
          if (call < 60) return false;
          response.writeHead(429, { 'retry-after': '20' }).end();

          return true;
        },
      }),
  },
  {
    name: 'refuses with 429 until at once',
    verdict: 'inconclusive',
    fails: [],
    says: /Undecided/,
    start: () =>
      startReference({
        refusal: () => ({ status: 429, type: undefined, text: '' }),
        onArrival: retryAfter('0'),
      }),
  },
];

/** Slower, since the suite waits for as long as each of these demands. */
const LONG_THROTTLING: readonly Hostile[] = [
  {
    ...patient(
      'puts off every tenth request for a second',
      every(10, 429, () => '1'),
    ),
    effort: 'standard',
  },
  {
    ...patient(
      'puts off every 25th request without saying until when',
      every(25, 429, () => undefined),
    ),
    effort: 'deep',
  },
  {
    name: 'refuses with 429',
    verdict: 'inconclusive',
    fails: [],
    effort: 'standard',
    start: () => startReference({ refusal: () => ({ status: 429, type: undefined, text: '' }) }),
  },
];

/** Repeated requests count, and effort `quick` has few left for them. */
function patient(
  name: string,
  make: () => Partial<ReferenceBehavior>,
  effort: Hostile['effort'] = 'quick',
): Hostile {
  return {
    name,
    effort,
    verdict: 'conformant',
    fails: [],
    start: () => startReference(make()),
  };
}

function endless(name: string, when: string): Hostile {
  return {
    name,
    verdict: 'inconclusive',
    says: /keeps throttling/,
    start: () =>
      startReference({
        intercept: (_, response) => {
          response.writeHead(429, { 'retry-after': when }).end();

          return true;
        },
      }),
  };
}

function every(
  nth: number,
  status: number,
  when: () => string | undefined,
): () => Partial<ReferenceBehavior> {
  return () => ({
    intercept: (_, response, call) => {
      if (call % nth !== 0) return false;
      const retryAfter = when();
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(status).end();

      return true;
    },
  });
}

function retryAfter(when: string): ReferenceBehavior['onArrival'] {
  return (_, response) => {
    response.setHeader('retry-after', when);

    return false;
  };
}

// The hostile and awkward deployments, one list for each kind.

export const HOSTILE: readonly Hostile[] = [
  ...SILENCE,
  ...WIRE,
  ...CONTENT,
  ...THROTTLING,
  ...ELSEWHERE,
  ...MANNERS,
];

/** Deployments that take minutes: the thorough test of the memory judges them. */
export const LONG: readonly Hostile[] = [...LONG_THROTTLING];
