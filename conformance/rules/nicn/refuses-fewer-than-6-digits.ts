/** A `nicn` of fewer than six digits is refused. */
import { isFeeCall } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { inEveryPosition, refuses } from '../../rule/patterns/refuses.ts';

export const refusesFewerThan6Digits = refuses({
  id: 'nicn/refuses-fewer-than-6-digits',
  section: '2.1, 8',
  level: 'must',
  title: 'a nicn of 0 to 5 digits is refused',
  tries: 'Every length from 0 to 5.',
  fix:
    'Check nicn against `^[0-9]{6,8}$` before you look it up, and refuse a shorter one, including the empty ' +
    'text. Do not pad it.',
  inEachRegion: true,
  judge(exchange) {
    const nicn = exchange.fields?.['nicn'];
    if (!isFeeCall(exchange) || typeof nicn !== 'string' || !/^[0-9]{0,5}$/.test(nicn)) return undefined;

    return expectRefusal(exchange, `a fee call with a nicn of ${nicn.length} digits`);
  },
  edits: ({ baseline, deployment: { cards }, data: { optional } }) => [
    ...[5, 0, 4, 1, 3, 2].flatMap((length) =>
      [...cards, '000000'].slice(0, length === 5 ? undefined : 1).map((card) => ({
        nicn: card.slice(0, length),
      })),
    ),
    { ...optional, nicn: baseline.nicn.slice(0, 5) },
  ],
  placed: (context) => inEveryPosition(context, [{ nicn: context.baseline.nicn.slice(0, 5) }, { nicn: '' }]),
});
