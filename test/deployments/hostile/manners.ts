/** Conformant deployments that sometimes answer late or not at all. */
import { REFERENCE, startReference } from '../reference.ts';
import type { Hostile } from './hostile.ts';

export const MANNERS: readonly Hostile[] = [
  {
    name: 'takes between 0 and 30 ms',
    verdict: 'conformant',
    fails: [],
    start: () => startReference({ delay: (call) => (call * 7919) % 30 }),
  },
  {
    name: 'takes longer than the limit for every 100th answer',
    verdict: 'conformant',
    fails: [],
    timeout: 1500,
    start: () => startReference({ delay: (call) => (call % 100 === 17 ? 3000 : 0) }),
  },
  {
    name: 'closes the connection on every 30th request',
    verdict: 'conformant',
    fails: [],
    start: () =>
      startReference({
        intercept: (request, _, call) => {
          if (call % 30 === 13) request.socket.destroy();

          return call % 30 === 13;
        },
      }),
  },
  {
    name: 'hangs on what it refuses',
    verdict: 'nonconformant',
    says: /timeout/,
    timeout: 1000,
    effort: 'standard',
    start: () =>
      startReference({
        refusal: () => {
          throw new Error('died');
        },
      }),
  },
  {
    name: 'dies in the middle: nothing is answered from the 50th request on',
    verdict: 'nonconformant',
    says: /timeout/,
    timeout: 1000,
    start: () => startReference({ onArrival: dyingAfter(50) }),
  },
  {
    name: 'answers what it was sent, with a fee',
    verdict: 'nonconformant',
    start: () =>
      startReference({
        checkFee: () => undefined,
        feeResponse: (body, request) => ({ ...body, ...request, got: request }),
        saleResponse: (_, request) => request,
      }),
  },
  {
    name: 'answers before it has read the request',
    verdict: 'nonconformant',
    start: () =>
      startReference({
        onArrival: (_, response) => {
          response.setHeader('content-type', 'application/json');
          response.end('{"transactionFee":1,"sTxId":"always","message":"ok"}');

          return true;
        },
      }),
  },
  {
    name: 'puts the token into every refusal',
    verdict: 'conformant',
    fails: [],
    start: () => {
      let last = '';

      return startReference({
        intercept: (request) => {
          last = String(request.headers.authorization);

          return false;
        },
        refusal: (why) => ({ ...REFERENCE.refusal(why), text: JSON.stringify({ why, authorization: last }) }),
      });
    },
  },
];

function dyingAfter(calls: number) {
  let call = 0;

  return () => ++call > calls;
}
