/** Refusing what should be accepted. */

import type { OperationId } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import type { Call, Fields, Hooks } from './defect.ts';

/** Hooks that refuse the right requests of an operation that `when` picks, as if this field were wrong. */
function refusing(
  operation: OperationId,
  field: string,
  when: (request: Fields, call: Call) => boolean,
): () => Hooks {
  return () => ({
    violations(found, call) {
      if (found.length > 0 || call.operation !== operation || !when(call.request, call)) return found;

      return [
        {
          section: '2',
          pointer: `/${field}`,
          expected: 'something else',
          got: describeValue(call.request[field], { name: field }),
        },
      ];
    },
  });
}

export const refusingFees = (field: string, when: (request: Fields, call: Call) => boolean): (() => Hooks) =>
  refusing('calculateFee', field, when);

export const refusingSales = (field: string, when: (request: Fields, call: Call) => boolean): (() => Hooks) =>
  refusing('attachSale', field, when);
