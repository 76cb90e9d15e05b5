/** No `nicn` has fewer than six digits. */
import { refuses } from '../../patterns/refuses.ts';

export const refusesFewerThan6Digits = refuses({
  id: 'nicn/refuses-fewer-than-6-digits',
  section: '2.1, 8',
  level: 'must',
  title: 'a nicn of 0 to 5 digits is refused',
  tries: 'Every length from 0 to 5.',
  fix:
    'Check nicn against `^[0-9]{6,8}$` before anything is looked up by it, and refuse what is shorter, ' +
    'the empty text too. Do not pad it.',
  edits: ({ baseline, optional, deployment: { cards } }) => [
    ...[5, 0, 4, 1, 3, 2].flatMap((length) =>
      [...cards, '000000'].slice(0, length === 0 ? 1 : undefined).map((card) => ({
        edit: `with a nicn of ${length} digits`,
        base: baseline,
        body: { ...baseline, nicn: card.slice(0, length) },
      })),
    ),
    {
      edit: 'with a nicn of 5 digits, with every optional field',
      base: { ...baseline, ...optional },
      body: { ...baseline, ...optional, nicn: baseline.nicn.slice(0, 5) },
    },
  ],
});
