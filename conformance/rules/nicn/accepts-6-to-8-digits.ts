/** Six, seven and eight digits of a card are all a `nicn`. */
import { accepts } from '../../patterns/accepts.ts';

/** US dollars: a length that is fine for one amount has to be for every other. */
const SIZES = [1, 1000, 0.5, 19.99];

export const accepts6To8Digits = accepts({
  id: 'nicn/accepts-6-to-8-digits',
  section: '2.1, 8',
  level: 'must',
  title: 'the first 6, 7 or 8 digits of a card are accepted',
  tries: 'Six, seven and eight digits of each card of the deployment file, for several amounts.',
  fix:
    'Take six, seven and eight digits alike (`^[0-9]{6,8}$`). Where your table of cards has rows of six ' +
    'digits, look a longer nicn up by its first six.',
  what: 'a nicn of 6 to 8 digits',
  quickProbes: 3,
  requests: ({ baseline, nicns, deployment: { amounts } }) => [
    ...nicns.map((nicn) => ({ ...baseline, nicn })),
    ...SIZES.filter((amount) => amount >= amounts.min && amount <= amounts.max).flatMap((amount) =>
      nicns.map((nicn) => ({ ...baseline, nicn, amount })),
    ),
  ],
  unless: ({ baseline: { nicn } }, request) => ({
    request: { ...request, nicn },
    blame: 'fee-request/accepts-decimal-amounts',
  }),
});
