/** The rules on `nicn`: six to eight digits of a card, and nothing else. */
import fc from 'fast-check';
import { describeValue } from '../../../src/text/describe.ts';
import { DEPLOYMENT_DEFAULTS, NICN_LENGTHS } from '../../deployment/deployment.ts';
import { trimmed } from '../../rule/arbitraries/text.ts';
import type { RuleContext } from '../../rule/context.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { accepts, walks } from '../../rule/patterns/accepts.ts';
import { inEveryPosition, refuses } from '../../rule/patterns/refuses.ts';
import { requires, rule } from '../../rule/rule.ts';
import type { Body } from '../../rule/service-call.ts';

export const accepts6To8Digits = accepts({
  id: 'nicn/accepts-6-to-8-digits',
  section: '2.1, 8',
  title: 'the first 6, 7 or 8 digits of a card are accepted',
  tries: 'Six, seven and eight digits of each card of the deployment file, in first calls and updates.',
  fix: 'Accept `^[0-9]{6,8}$`; where your card table has rows of six digits, look a longer nicn up by six.',
  what: 'a nicn of 6 to 8 digits',
  quickScripts: 3,
  requests(context) {
    const { baseline, data } = context;
    const requests = data.nicns.map((nicn) => ({ ...baseline, nicn }));
    // Of the last card, as the others are tried with the first one.
    const others = NICN_LENGTHS.filter((length) => length !== baseline.nicn.length).map((length) =>
      requests.findLast(({ nicn }) => nicn.length === length),
    );

    return [...requests, ...walks(context, ...others)];
  },
});

export const refusesFewerThan6Digits = refuses({
  id: 'nicn/refuses-fewer-than-6-digits',
  section: '2.1, 8',
  title: 'a nicn of 0 to 5 digits is refused',
  tries: 'Every length from 0 to 5.',
  fix: 'Check nicn against `^[0-9]{6,8}$`, and refuse a shorter one, the empty text too. Do not pad it.',
  inTraffic: requires('nicn'),
  inEachRegion: true,
  wrong: ({ nicn }) =>
    typeof nicn === 'string' && /^[0-9]{0,5}$/.test(nicn)
      ? `with a nicn of ${nicn.length} digits`
      : undefined,
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

const [CARD] = DEPLOYMENT_DEFAULTS.cards;

const LENGTHS = [9, 16, 10, 19, 15, 13, 14, 11, 12, 17, 18];

/** No card number starts with these digits. */
const NO_CARD = '0000000000000000000';

export const refusesMoreThan8Digits = refuses({
  id: 'nicn/refuses-more-than-8-digits',
  section: '1.4, 8',
  title: 'a nicn of 9 to 19 digits is refused, including a whole card number',
  tries: 'Every length from 9 to 19: published test numbers, a wrong check digit, and digits of no card.',
  fix: 'Refuse a longer nicn. Do not cut it: clients would send card numbers, which you must not receive.',
  inTraffic: requires('nicn'),
  inEachRegion: true,
  wrong: ({ nicn }) =>
    typeof nicn === 'string' && /^[0-9]{9,}$/.test(nicn) ? `with a nicn of ${nicn.length} digits` : undefined,
  edits: ({ data: { optional } }) => [
    ...LENGTHS.flatMap((length) => numbersOf(length).map((nicn) => ({ nicn }))),
    { ...optional, nicn: CARD.slice(0, 9) },
    // As a number it has six digits.
    { nicn: `000${DEPLOYMENT_DEFAULTS.cards[0].slice(0, 6)}` },
  ],
  placed(context) {
    const { min, max } = context.deployment.amounts;
    const isSmallTaken = min <= SMALL && SMALL <= max;

    return inEveryPosition(context, [
      { nicn: NO_CARD.slice(0, 9), amount: isSmallTaken ? SMALL : context.baseline.amount },
    ]);
  },
});

/** In US dollars: a service may price an amount below a dollar without a look at the card. */
const SMALL = 0.5;

/** Lengths of which it matters which digits they are: one too many, and those of cards. */
const TELLING = [9, 15, 16, 19];

/** Of fifteen digits. */
const AMERICAN_EXPRESS = '378282246310005';

/** Published test numbers of at least this length, cut to it; with a wrong check digit; and digits that no card has. */
function numbersOf(length: number): readonly string[] {
  const published = (length === CARD.length ? DEPLOYMENT_DEFAULTS.cards : [CARD, AMERICAN_EXPRESS])
    .filter((card) => card.length >= length)
    .map((card) => card.slice(0, length));
  const invalid = published
    .filter((card) => card.length === 16)
    .map((card) => `${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`);
  const numbers = [...published, ...invalid, NO_CARD.slice(0, length)];

  return TELLING.includes(length) ? numbers : numbers.slice(0, 1);
}

/** Values with another character, those most likely to be accepted first. */
const WRONG_VALUES = [
  'abcdef',
  '42424a',
  '424 42',
  '+42424',
  '-42424',
  '4242.4',
  '424e42',
  '0x4242',
  '4242XX',
  '4242424A',
  '4242-42',
  '4,24242',
  '424242x',
  'x424242',
  "424242'",
  '424242.0',
  '4242_42',
  '٤٢٤٢٤٢',
  '４２４２４２',
  '４2424２４',
  '+424242',
  '-424242',
  '"424242"',
  '4242**',
  '424242**',
  '424242XX',
  '4242 424',
  '4242\n42',
  // In some languages $ stands for the end of a line, and a text ends at its first NUL.
  '424242\nx',
  '424242\u0000x',
  '4242\u00a042',
];

/** What a check lets pass that reads a number. A service may check the cards of other countries elsewhere. */
const IN_TURN = [
  { nicn: '+42424', country: '124' },
  ...['4242.4', '+42424', '424e42', '4242.4'].map((nicn) => ({ nicn })),
];

const CHARACTERS = ['b', 'O', ' ', 'b', '-', '.', 'b', '*', '#', 'l'];

export const refusesNonDigits = refuses({
  id: 'nicn/refuses-non-digits',
  section: '2.1',
  title: 'a nicn with characters other than digits is refused',
  tries: 'Other characters at every position, before and after it. White space at its ends is a choice.',
  fix: 'Accept 0 to 9 alone, over the whole text: `\\d` may match the digits of other scripts.',
  inTraffic: requires('nicn'),
  lookAlikes: ['trims=trim'],
  inEachRegion: true,
  wrong({ nicn }) {
    if (typeof nicn !== 'string' || !/[^0-9]/.test(trimmed(nicn))) return undefined;

    // Another rule judges values that are too long as well.
    return nicn.replaceAll(/[^0-9]/g, '').length > 8 ? undefined : `with the nicn ${describeValue(nicn)}`;
  },
  edits: (context) => [...WRONG_VALUES, ...everyPosition(context)].map((nicn) => ({ nicn })),
  placed: (context) => inEveryPosition(context, [{ nicn: '424242x' }], IN_TURN),
  edit: (context) =>
    fc
      .tuple(
        fc.constantFrom(...context.data.nicns),
        fc.nat({ max: 7 }),
        fc.string({ minLength: 1, maxLength: 1 }),
      )
      .map(([nicn, position, character]) => replaceAt(nicn, position % nicn.length, character))
      .filter((nicn) => /[^0-9]/.test(trimmed(nicn)))
      .map((nicn) => ({ nicn })),
});

/** A letter or another character at each position of the shortest and the longest. */
function everyPosition({ data: { nicns } }: RuleContext): readonly string[] {
  return [6, 8].flatMap((length) => {
    const digits = nicns.find((nicn) => nicn.length === length) ?? '42424242'.slice(0, length);

    return [...digits].map((_, position) =>
      replaceAt(digits, position, CHARACTERS[(position + length) % CHARACTERS.length] ?? '-'),
    );
  });
}

function replaceAt(text: string, position: number, character: string): string {
  return text.slice(0, position) + character + text.slice(position + 1);
}

export const neverEchoesCardNumber = rule({
  id: 'nicn/never-echoes-card-number',
  section: '1',
  title: 'no response repeats a value of more than 8 digits that was sent as nicn',
  tries: 'Published test numbers as text, as number and in malformed JSON, and every such nicn of the run.',
  fix: 'Leave the value of nicn out of responses and logs, or mask it, in messages about it too.',
  inTraffic: { from: 1 },
  quickScripts: 2,
  observationSuffices: true,
  judge(call) {
    const { response, sent } = call;
    const digits = cardNumberIn(sent);
    if (digits === undefined || response.kind === 'unanswered') return undefined;
    const parts = [response.text, ...Object.values(response.headers)];
    if (!parts.some((part) => part.includes(digits))) return HOLDS;
    const expected = 'an answer that does not repeat what was sent as nicn';

    return violation(expected, `${response.status} with all ${digits.length} digits of it`, {
      isAccident: true,
    });
  },
  scripts: ({ baseline }) =>
    [
      { ...baseline, nicn: CARD },
      { raw: `{"amount":${baseline.amount},"nicn":"${CARD}","region":}` },
      { ...baseline, nicn: Number(CARD) },
      { ...baseline, nicn: CARD.slice(0, 9) },
      { ...baseline, nicn: `${CARD} ` },
    ].map((body) => ({ calls: [{ operation: 'calculateFee', body }] })),
});

/** The `nicn` that was sent, where it is too long. A run of one digit, such as zeros, may be in a response by chance. */
function cardNumberIn(sent: Body): string | undefined {
  const hasPlainNicn = 'nicn' in sent && typeof sent['nicn'] === 'string' && sent['nicn'].length <= 8;
  if (hasPlainNicn) return undefined;
  const text = 'raw' in sent ? String(sent['raw']) : JSON.stringify(sent);
  const digits = /"nicn" *: *"?(\d{9,})/.exec(text)?.[1];

  return digits === undefined || /^(\d)\1*$/.test(digits) ? undefined : digits;
}
