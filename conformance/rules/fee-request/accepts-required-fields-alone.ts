/** Without any optional field a first call gets its fee; the preflight rests on this. */
import { describeAnswer } from '../../expect.ts';
import { RuleBroken } from '../../failure.ts';
import { accepts } from '../../patterns/accepts.ts';

export const acceptsRequiredFieldsAlone = accepts({
  id: 'fee-request/accepts-required-fields-alone',
  section: '2.1, 4.1',
  level: 'must',
  title: 'amount, nicn and region are enough for a fee',
  tries: 'The three fields and nothing else, as the merchant with one processor, for several amounts.',
  fix:
    "Give a fee for amount, nicn and region alone: take the merchant's one processor and country 840, " +
    'and require no other field.',
  what: 'the required fields alone',
  sightings: ({ baseline, lapses: { lapses, noted } }) => ({
    breaches: lapses.map(({ answer, step }) => ({
      value: baseline,
      failure: new RuleBroken(
        'a fee for the baseline each time it is asked for',
        `refused: ${describeAnswer(answer)}`,
      ),
      transcript: { steps: [step], freshMtxids: new Map() },
    })),
    of: noted,
  }),
  requests: ({ baseline, plainAmounts }) => [
    baseline,
    ...plainAmounts.slice(0, 3).map((amount) => ({ ...baseline, amount })),
  ],
});
