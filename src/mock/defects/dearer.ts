/** Fees that are not what they should be. */
import type { Call, Fields, Hooks } from './defect.ts';

/** Hooks that add this many cents to the fees of the requests that `when` picks. */
export function dearer(cents: number, when: (request: Fields, call: Call) => boolean): () => Hooks {
  return () => ({
    answer(body, call) {
      if (call.operation !== 'calculateFee' || !when(call.request, call)) return body;

      return { ...body, transactionFee: Math.round(Number(body['transactionFee']) * 100 + cents) / 100 };
    },
  });
}
