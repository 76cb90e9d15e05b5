/** Without any optional field a first call gets its fee; the preflight rests on this. */
import { accepts } from '../../patterns/accepts.ts';

export const acceptsRequiredFieldsAlone = accepts({
  id: 'fee-request/accepts-required-fields-alone',
  section: '2.1, 4.1',
  level: 'must',
  title: 'amount, nicn and region are enough for a fee',
  what: 'the required fields alone',
  requests: ({ baseline, plainAmounts }) => [
    baseline,
    ...plainAmounts.map((amount) => ({ ...baseline, amount })),
  ],
});
