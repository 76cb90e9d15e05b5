/** A merchant with exactly one processor may leave it unsaid. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { accepted, feeOf, granted, sameFee } from '../../expect.ts';
import { plainRequest, plainRequests } from '../../patterns/priced-alike.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly request: FeeRequest;
  readonly by: 'mid' | 'name';
}

export const optionalWithOne = property<Case>({
  id: 'processor/optional-with-one',
  section: '2.1',
  level: 'must',
  title: 'with one processor, leaving it out gives the fee that naming it gives',
  tries:
    'The same call without processor, and with its MID or name. Fees are compared where the deployment ' +
    'repeats them.',
  fix:
    'Where the merchant has exactly one processor, use it for calls that name none, at the same prices ' +
    'as for calls that name it.',
  after: ['processor/accepts-mid-or-name', 'processor/mid-and-name-agree'],
  lacks: ({ processors }) =>
    processors.length === 1
      ? undefined
      : "no deployment file names the merchant's only processor (merchants.one.processors)",
  probes: (words) =>
    plainRequests(words).map((request, n) => ({ request, by: n % 2 === 0 ? 'name' : 'mid' })),
  given: (words) => fc.record({ request: plainRequest(words), by: fc.constantFrom('mid', 'name') }),

  async holds({ request, by }, { fee }, { feesRepeat, processors }) {
    const omitted = granted(await fee({ ...request }), 'fee-request/accepts-all-fields-at-once');
    const named = accepted(
      await fee({ ...request, processor: processors[0]?.[by] }),
      'a fee for a call with the one processor named',
    );
    if (feesRepeat) sameFee(feeOf(omitted), feeOf(named), 'without processor the fee that naming it gets,');
  },
});
