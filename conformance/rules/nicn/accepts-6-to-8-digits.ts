/** Six, seven and eight digits of a card are all a `nicn`. */
import { accepts } from '../../patterns/accepts.ts';

export const accepts6To8Digits = accepts({
  id: 'nicn/accepts-6-to-8-digits',
  section: '2.1, 8',
  level: 'must',
  title: 'the first 6, 7 or 8 digits of a card are accepted',
  what: 'a nicn of 6 to 8 digits',
  quickProbes: 3,
  requests: ({ baseline, nicns }) => nicns.map((nicn) => ({ ...baseline, nicn })),
});
