import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDisguises } from './disguise.ts';

const hex = (letter: string) => letter.charCodeAt(0).toString(16);

const FORMS: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => `\\u00${hex(letter)}`,
  (letter) => `\\u{${hex(letter)}}`,
  (letter) => `\\x${hex(letter)}`,
  (letter) => `%${hex(letter).toUpperCase()}`,
  (letter) => `=${hex(letter).toUpperCase()}`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `&#X${hex(letter)};`,
];

const BETWEEN = ['', '', '', '\n', '\r\n ', '\\n', '","', '&shy;', '\u200b', '=\r\n', ' … '];

const secrets = fc.stringMatching(/^[A-Za-z0-9]{16}[A-Za-z0-9._-]{10,60}[A-Za-z0-9]$/);

describe('a secret in disguise', () => {
  test('is recognised in whatever escapes its letters are written, and in pieces', () => {
    const letter = fc.tuple(fc.nat(FORMS.length - 1), fc.nat(BETWEEN.length - 1));
    const disguise = fc.array(letter, { minLength: 80, maxLength: 80 });

    fc.assert(
      fc.property(secrets, disguise, fc.string(), fc.string(), (secret, forms, before, after) => {
        const written = [...secret].map((one, n) => {
          const [form = 0, between = 0] = forms[n] ?? [];

          return `${FORMS[form]?.(one)}${BETWEEN[between]}`;
        });

        // A space ends what comes before it, which might else take up the first letter.
        expect(createDisguises([secret])(`${before} ${written.join('')}${after}`)).toBe(true);
      }),
    );
  });

  test.each([2, 3])('is recognised in escapes of escapes, %i layers of them', (layers) => {
    let written = 'eyJhbGciOiJIUzI1NiJ9';
    for (let layer = 0; layer < layers; layer++) written = [...written].map((one) => `%${hex(one)}`).join('');

    expect(createDisguises(['eyJhbGciOiJIUzI1NiJ9'])(written)).toBe(true);
  });

  test('is not seen in other texts, nor is a short one that may be there by chance', () => {
    const sees = createDisguises(['eyJhbGciOiJIUzI1NiJ9', 'Bearer test']);

    for (const text of ['', 'eyJhbGciOiJIUzI1Ni', 'Bearer test', '{"transactionFee":1.03,"message":"ok"}'])
      expect(sees(text)).toBe(false);
  });

  test('is looked for in little time in the longest answer that is read', () => {
    const sees = createDisguises(['eyJhbGciOiJIUzI1NiJ9'.repeat(20)]);

    // Each would take for ever if the time grew with more than the length.
    for (const unit of ['%25', '&#x26;', '\\u{', '&a', '='])
      expect(sees(unit.repeat(2 ** 18 / unit.length))).toBe(false);
  });
});
