/** A merchant with exactly one processor may leave it unsaid. */
import fc from 'fast-check';
import { accepted, feeOf, granted, sameFee } from '../../expect.ts';
import { property } from '../../rule.ts';

export const optionalWithOne = property<{ readonly amount: number }>({
  id: 'processor/optional-with-one',
  section: '2.1',
  level: 'must',
  title: 'with one processor, leaving it out gives the fee that naming it gives',
  after: ['processor/accepts-mid-or-name', 'processor/mid-and-name-agree'],
  lacks: ({ processors }) =>
    processors.length === 1
      ? undefined
      : 'no deployment file names a single processor (merchants.one.processors)',
  probes: ({ plainAmounts }) => plainAmounts.map((amount) => ({ amount })),
  given: ({ plainAmount }) => fc.record({ amount: plainAmount }),

  async holds({ amount }, { fee }, { baseline, feesRepeat, processors }) {
    const omitted = accepted(await fee({ ...baseline, amount }), 'a fee for a call without processor');
    const named = granted(
      await fee({ ...baseline, amount, processor: processors[0]?.name }),
      'processor/accepts-mid-or-name',
    );
    if (feesRepeat) sameFee(feeOf(omitted), feeOf(named), 'without processor the fee that naming it gets,');
  },
});
