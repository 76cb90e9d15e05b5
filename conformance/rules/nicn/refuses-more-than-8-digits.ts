/** A `nicn` of more than eight digits is refused, including a whole card number. */
import { DEPLOYMENT_DEFAULTS } from '../../deployment/deployment.ts';
import type { RuleContext } from '../../rule/context.ts';
import { isFeeCall } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { inEveryPosition, refuses } from '../../rule/patterns/refuses.ts';

const LENGTHS = [9, 16, 10, 19, 15, 13, 14, 11, 12, 17, 18];

/** No card number starts with these digits. */
const NO_CARD = '0000000000000000000';

export const refusesMoreThan8Digits = refuses({
  id: 'nicn/refuses-more-than-8-digits',
  section: '1.4, 8',
  level: 'must',
  title: 'a nicn of 9 to 19 digits is refused, including a whole card number',
  tries:
    'Every length from 9 to 19: published test numbers, the same with a wrong check digit, and digits ' +
    'that no card starts with.',
  fix:
    'Check nicn against `^[0-9]{6,8}$` and refuse a longer one. Do not cut it to eight digits: clients would ' +
    'then send whole card numbers, which the service must not receive.',
  inEachRegion: true,
  judge(exchange) {
    const nicn = exchange.fields?.['nicn'];
    if (!isFeeCall(exchange) || typeof nicn !== 'string' || !/^[0-9]{9,}$/.test(nicn)) return undefined;

    return expectRefusal(exchange, `a fee call with a nicn of ${nicn.length} digits`);
  },
  edits: ({ data: { optional } }) => [
    ...LENGTHS.flatMap((length) => numbersOf(length).map((nicn) => ({ nicn }))),
    { ...optional, nicn: DEPLOYMENT_DEFAULTS.cards[0] },
    // As a number it has six digits.
    { nicn: `000${DEPLOYMENT_DEFAULTS.cards[0].slice(0, 6)}` },
  ],
  placed: (context) =>
    inEveryPosition(context, [{ nicn: NO_CARD.slice(0, 9), amount: smallAmount(context) }]),
});

/** Below a dollar where the deployment takes that: a service may price such an amount without a look at the card. */
function smallAmount({ baseline, deployment: { amounts } }: RuleContext): number {
  return amounts.min <= SMALL && SMALL <= amounts.max ? SMALL : baseline.amount;
}

/** In US dollars. */
const SMALL = 0.5;

/** Published test numbers of at least this length, cut to it; with a wrong check digit; and digits that no card has. */
function numbersOf(length: number): readonly string[] {
  const published = DEPLOYMENT_DEFAULTS.cards
    .filter((card) => card.length >= length)
    .map((card) => card.slice(0, length));
  const invalid = published
    .filter((card) => card.length === 16)
    .map((card) => `${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`);

  return [...published, ...invalid, NO_CARD.slice(0, length)];
}
