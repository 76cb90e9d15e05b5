import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDisguiseDetector } from './disguise.ts';

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

describe('an obfuscated secret', () => {
  test('is recognised in any escapes, and in pieces', () => {
    const letter = fc.tuple(fc.nat(FORMS.length - 1), fc.nat(BETWEEN.length - 1));
    const disguise = fc.array(letter, { minLength: 80, maxLength: 80 });

    fc.assert(
      fc.property(secrets, disguise, fc.string(), fc.string(), (secret, forms, before, after) => {
        const written = [...secret].map((one, n) => {
          const [form = 0, between = 0] = forms[n] ?? [];

          return `${FORMS[form]?.(one)}${BETWEEN[between]}`;
        });

        // A space ends a preceding escape, which could include the first letter.
        expect(createDisguiseDetector([secret])(`${before} ${written.join('')}${after}`)).toBe(true);
      }),
    );
  });

  test.each([2, 3])('is recognised in %i layers of nested escapes', (layers) => {
    let written = 'eyJhbGciOiJIUzI1NiJ9';
    for (let layer = 0; layer < layers; layer++) written = [...written].map((one) => `%${hex(one)}`).join('');

    expect(createDisguiseDetector(['eyJhbGciOiJIUzI1NiJ9'])(written)).toBe(true);
  });

  test('is found only in texts that contain it, and only if it is long enough', () => {
    const sees = createDisguiseDetector(['eyJhbGciOiJIUzI1NiJ9', 'Bearer test']);

    for (const text of ['', 'eyJhbGciOiJIUzI1Ni', 'Bearer test', '{"transactionFee":1.03,"message":"ok"}'])
      expect(sees(text)).toBe(false);
  });

  test('is searched quickly in the longest response', () => {
    const sees = createDisguiseDetector(['eyJhbGciOiJIUzI1NiJ9'.repeat(20)]);

    // Each would take very long if the time grew faster than the length.
    for (const unit of ['%25', '&#x26;', '\\u{', '&a', '='])
      expect(sees(unit.repeat(2 ** 18 / unit.length))).toBe(false);
  });
});
