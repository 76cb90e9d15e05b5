/** The service never receives more than eight digits, so more are refused, up to whole card numbers. */
import { ASSUMED } from '../../deployment/deployment.ts';
import { refuses } from '../../patterns/refuses.ts';

const LENGTHS = [9, 16, 10, 19, 15, 13, 14, 11, 12, 17, 18];

/** No card number begins with these digits. */
const NO_CARD = '0000000000000000000';

export const refusesMoreThan8Digits = refuses({
  id: 'nicn/refuses-more-than-8-digits',
  section: '1.4, 8',
  level: 'must',
  title: 'a nicn of 9 to 19 digits is refused, a whole card number too',
  tries:
    'Every length from 9 to 19: published test numbers, the same with a wrong check digit, and digits ' +
    'with which no card begins.',
  fix:
    'Check nicn against `^[0-9]{6,8}$` and refuse what is longer. Do not cut it to eight digits: that ' +
    'invites whole card numbers, which the service never receives.',
  edits: ({ baseline, optional }) => [
    ...LENGTHS.flatMap((length) =>
      numbersOf(length).map((nicn) => ({
        edit: `with a nicn of ${length} digits`,
        base: baseline,
        body: { ...baseline, nicn },
      })),
    ),
    {
      edit: 'with a nicn of 16 digits, with every optional field',
      base: { ...baseline, ...optional },
      body: { ...baseline, ...optional, nicn: ASSUMED.cards[0] },
    },
  ],
});

/** Published test numbers as far as they reach, with a wrong check digit as well, and digits that no card has. */
function numbersOf(length: number): readonly string[] {
  const published = ASSUMED.cards
    .filter((card) => card.length >= length)
    .map((card) => card.slice(0, length));
  const misspelt = published
    .filter((card) => card.length === 16)
    .map((card) => `${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`);

  return [...published, ...misspelt, NO_CARD.slice(0, length)];
}
