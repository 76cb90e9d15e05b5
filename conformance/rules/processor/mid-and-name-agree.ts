/** A processor has one price, whether named by MID or by name. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import { assertSameFee, feeOf, requireAccepted } from '../../rule/assertions.ts';
import { assertFeesRepeat, plainRequest, plainRequests } from '../../rule/patterns/compare-fees.ts';
import { needsProcessor } from '../../rule/patterns/missing.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  readonly processor: KnownProcessor;
  readonly request: FeeRequest;
}

const BLAME = 'processor/accepts-mid-or-name';

export const midAndNameAgree = rule<Case>({
  id: 'processor/mid-and-name-agree',
  section: '2.1',
  level: 'must',
  title: 'a processor gets the same fee by its MID and by its name',
  tries:
    'The same call by MID and by name, for each processor of the deployment file. Not tried where fees ' +
    'vary from call to call.',
  fix: 'Find the processor that the MID or the name stands for first, and price by that processor.',
  dependsOn: ['processor/accepts-mid-or-name'],
  merchant: 'several',
  missing: needsProcessor,
  probes: (context) => {
    const { processors } = context.data;

    // Each processor with the baseline, and each other request with one of them.
    return plainRequests(context).flatMap((request, n) =>
      processors
        .filter((_, index) => n === 0 || index === n % processors.length)
        .map((processor) => ({ processor, request })),
    );
  },
  cases: (context) =>
    fc.record({ processor: fc.constantFrom(...context.data.processors), request: plainRequest(context) }),

  async run({ processor: { mid, name }, request }, { fee }, context) {
    assertFeesRepeat(context);
    const byMid = requireAccepted(await fee({ ...request, processor: mid }), BLAME);
    const byName = requireAccepted(await fee({ ...request, processor: name }), BLAME);
    assertSameFee(feeOf(byName), feeOf(byMid), 'by name the fee that the MID gets,');
  },
});
