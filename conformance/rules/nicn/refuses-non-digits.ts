/** A `nicn` is digits and nothing else, at every position. */
import fc from 'fast-check';
import { type Edit, refuses } from '../../patterns/refuses.ts';
import type { Vocabulary } from '../../vocabulary.ts';

/** Values of a right length with something wrong in them, the likeliest to slip through first. */
const WRONG = [
  'abcdef',
  '42424a',
  '424 42',
  '+42424',
  '-42424',
  '4242.4',
  '424e42',
  '0x4242',
  '424242\n',
  '\n424242',
  ' 424242',
  '424242 ',
  '4242XX',
  '424242##',
  '4242424A',
  '4242-42',
  '4,24242',
  '424242\r',
  '424242\t',
  '424242\u0000',
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
  '\ufeff424242',
  '4242**',
  '424242**',
  '424242XX',
  '4242 42',
  '424242\u00a0',
  '\u200b424242',
  '424242\u2028',
];

const SIGNS = ['O', ' ', '-', '.', '*', '#', 'l'];

export const refusesNonDigits = refuses({
  id: 'nicn/refuses-non-digits',
  section: '2.1',
  level: 'must',
  title: 'a nicn with anything but digits is refused',
  tries:
    'Letters, separators, signs, exponents, spaces and line ends at every position, digits of other ' +
    'scripts, and a right nicn with something before or after it.',
  fix:
    'Take the digits 0 to 9 and nothing else, over the whole text: in some languages `$` also matches ' +
    'before a line end, and `\\d` also matches digits of other scripts. Do not trim the text, and do not ' +
    'read it as a number.',
  edits: (words) => [...WRONG, ...everyPosition(words)].map((nicn) => toEdit(words, nicn)),
  edit: (words) =>
    fc
      .tuple(fc.constantFrom(...words.nicns), fc.nat({ max: 7 }), fc.string({ minLength: 1, maxLength: 1 }))
      .filter(([, , character]) => !/\d/.test(character))
      .map(([nicn, position, character]) =>
        toEdit(words, replaceAt(nicn, position % nicn.length, character)),
      ),
});

function toEdit({ baseline }: Vocabulary, nicn: string): Edit {
  return { edit: `with the nicn ${JSON.stringify(nicn)}`, base: baseline, body: { ...baseline, nicn } };
}

/** A letter, and another wrong character, at each place of each length. */
function everyPosition({ nicns }: Vocabulary): readonly string[] {
  return [6, 7, 8].flatMap((length) => {
    const digits = nicns.find((nicn) => nicn.length === length) ?? '42424242'.slice(0, length);

    return [...digits].flatMap((_, position) => [
      replaceAt(digits, position, 'b'),
      replaceAt(digits, position, SIGNS[(position + length) % SIGNS.length] ?? '-'),
    ]);
  });
}

function replaceAt(text: string, position: number, character: string): string {
  return text.slice(0, position) + character + text.slice(position + 1);
}
