/** MID and name of a processor are two words for the same prices. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import { feeOf, granted, sameFee } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { plainRequest, plainRequests } from '../../patterns/priced-alike.ts';
import { namedProcessors } from '../../patterns/several.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly processor: KnownProcessor;
  readonly request: FeeRequest;
}

export const midAndNameAgree = property<Case>({
  id: 'processor/mid-and-name-agree',
  section: '2.1',
  level: 'must',
  title: 'a processor gives one fee, whether named by MID or by name',
  tries:
    'The same call by MID and by name, for each processor of the deployment file. Left out where fees ' +
    'vary from call to call.',
  fix:
    'Find the one processor that the MID or the name stands for first, and price by that, so that both ' +
    'come to the same prices.',
  after: ['processor/accepts-mid-or-name'],
  merchant: 'several',
  lacks: namedProcessors,
  probes: (words) =>
    plainRequests(words).flatMap((request) => words.processors.map((processor) => ({ processor, request }))),
  given: (words) =>
    fc.record({ processor: fc.constantFrom(...words.processors), request: plainRequest(words) }),

  async holds({ processor, request }, { fee }, { feesRepeat }) {
    if (!feesRepeat) throw new NotJudged('fees vary from call to call here, so none can be compared');
    const byMid = granted(
      await fee({ ...request, processor: processor.mid }),
      'processor/accepts-mid-or-name',
    );
    const byName = granted(
      await fee({ ...request, processor: processor.name }),
      'processor/accepts-mid-or-name',
    );
    sameFee(feeOf(byName), feeOf(byMid), 'by name the fee that the MID gets,');
  },
});
