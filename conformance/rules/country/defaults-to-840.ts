/** Who leaves out `country` means the United States, `840`. */
import fc from 'fast-check';
import { accepted, feeOf, sameFee } from '../../expect.ts';
import { property } from '../../rule.ts';

export const defaultsTo840 = property<{ readonly amount: number }>({
  id: 'country/defaults-to-840',
  section: '2.1',
  level: 'must',
  title: 'leaving out country gives the fee that country 840 gives',
  after: ['fee-request/accepts-each-optional-field'],
  probes: ({ plainAmounts }) => plainAmounts.map((amount) => ({ amount })),
  given: ({ plainAmount }) => fc.record({ amount: plainAmount }),

  async holds({ amount }, { fee }, { baseline, feesRepeat }) {
    const omitted = accepted(await fee({ ...baseline, amount }));
    const explicit = accepted(await fee({ ...baseline, amount, country: '840' }), 'a fee for country 840');
    if (feesRepeat) sameFee(feeOf(omitted), feeOf(explicit), 'without country the fee that 840 gets,');
  },
});
