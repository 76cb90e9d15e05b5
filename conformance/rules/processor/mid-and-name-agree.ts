/** MID and name of a processor are two words for the same prices. */
import fc from 'fast-check';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import { feeOf, granted, sameFee } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { namedProcessors } from '../../patterns/several.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly processor: KnownProcessor;
  readonly amount: number;
}

export const midAndNameAgree = property<Case>({
  id: 'processor/mid-and-name-agree',
  section: '2.1',
  level: 'must',
  title: 'a processor gives one fee, whether named by MID or by name',
  after: ['processor/accepts-mid-or-name'],
  merchant: 'several',
  lacks: namedProcessors,
  probes: ({ processors, plainAmounts }) =>
    plainAmounts.flatMap((amount) => processors.map((processor) => ({ processor, amount }))),
  given: ({ processors, plainAmount }) =>
    fc.record({ processor: fc.constantFrom(...processors), amount: plainAmount }),

  async holds({ processor, amount }, { fee }, { baseline, feesRepeat }) {
    if (!feesRepeat) throw new NotJudged('fees vary from call to call here, so none can be compared');
    const byMid = granted(
      await fee({ ...baseline, amount, processor: processor.mid }),
      'processor/accepts-mid-or-name',
    );
    const byName = granted(
      await fee({ ...baseline, amount, processor: processor.name }),
      'processor/accepts-mid-or-name',
    );
    sameFee(feeOf(byName), feeOf(byMid), 'by name the fee that the MID gets,');
  },
});
