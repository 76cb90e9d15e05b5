/** A `nicn` has only digits, at every position. */
import fc from 'fast-check';
import { describeValue } from '../../../src/text/describe.ts';
import { trimmed } from '../../rule/arbitraries/text.ts';
import type { RuleContext } from '../../rule/context.ts';
import { isFeeCall } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { inEveryPosition, refuses } from '../../rule/patterns/refuses.ts';

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
  '424242##',
  '4242424A',
  '4242-42',
  '4,24242',
  '424242x',
  'x424242',
  "424242'",
  '424242.0',
  '4242/42',
  '4242_42',
  '٤٢٤٢٤٢',
  '４２４２４２',
  '4242４2',
  '４2424２４',
  '+424242',
  '-424242',
  '"424242"',
  '4242**',
  '424242**',
  '424242XX',
  '4242 42',
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
  level: 'must',
  title: 'a nicn with characters other than digits is refused',
  tries:
    'Letters, separators, signs and exponents at every position, spaces and line ends inside, digits of other ' +
    'scripts, and a valid nicn with a character before or after it. White space at its ends is a choice.',
  fix:
    'Accept only the digits 0 to 9, over the whole text: in some languages `\\d` also matches digits of other ' +
    'scripts. Do not parse the text as a number.',
  lookAlikes: ['trims=trim'],
  inEachRegion: true,
  judge(exchange) {
    const nicn = exchange.fields?.['nicn'];
    if (!isFeeCall(exchange) || typeof nicn !== 'string' || !/[^0-9]/.test(trimmed(nicn))) return undefined;
    // Another rule judges values that are too long as well.
    if (nicn.replaceAll(/[^0-9]/g, '').length > 8) return undefined;

    return expectRefusal(exchange, `a fee call with the nicn ${describeValue(nicn)}`);
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
