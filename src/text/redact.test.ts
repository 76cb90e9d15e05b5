import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapTexts } from './json-object.ts';
import { createDisguiseDetector, createRedactor } from './redact.ts';

const secrets = fc.stringMatching(/^[A-Za-z0-9._~+/=-]{20,120}$/);

describe('a redactor', () => {
  test('removes every piece of 16 characters of a secret, in any context', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.nat(),
        fc.nat(),
        fc.string(),
        fc.string(),
        (secret, start, length, before, behind) => {
          const from = start % (secret.length - 15);
          const piece = secret.slice(from, from + 16 + (length % 30));
          const shown = createRedactor([{ text: secret, mark: '#' }])(before + piece + behind);

          for (let at = 0; at + 16 <= secret.length; at++)
            expect(shown).not.toContain(secret.slice(at, at + 16));
        },
      ),
    );
  });

  test('is idempotent', () => {
    const noise = fc.array(fc.oneof(fc.string(), fc.nat(200).map(String)));
    fc.assert(
      fc.property(secrets, noise, (secret, parts) => {
        const redact = createRedactor([{ text: secret, mark: '$TOKEN' }]);
        const once = redact(parts.join(secret.slice(3)));

        expect(redact(once)).toBe(once);
      }),
    );
  });

  test('leaves other texts unchanged', () => {
    const redact = createRedactor([{ text: 'q7Lw0ZtR3vXc9BnMk2JhGf5DsAa8PoIu', mark: '#' }]);

    for (const text of ['', 'ok', 'q7Lw0ZtR3vXc9Bn', '{"transactionFee":1.03,"message":"ok"}'])
      expect(redact(text)).toBe(text);
  });

  test('takes linear time for texts that repeat parts of the secret', () => {
    const secret = 'a'.repeat(4000);
    const redact = createRedactor([{ text: secret, mark: '#' }]);
    const begin = process.cpuUsage();
    for (const text of ['a'.repeat(15), `${'a'.repeat(15)}b`]) redact(text.repeat(20_000));

    expect(process.cpuUsage(begin).user).toBeLessThan(5_000_000);
  });
});

test('all strings and names of a value are redacted', () => {
  const redact = (text: string) => text.replaceAll('secret', '#');

  expect(mapTexts({ 'a secret': ['secret', 1, null, { b: 'no' }] }, redact)).toEqual({
    'a #': ['#', 1, null, { b: 'no' }],
  });
});

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

const longSecrets = fc.stringMatching(/^[A-Za-z0-9]{16}[A-Za-z0-9._-]{10,60}[A-Za-z0-9]$/);

describe('an obfuscated secret', () => {
  test('is recognised in any escapes, and in pieces', () => {
    const letter = fc.tuple(fc.nat(FORMS.length - 1), fc.nat(BETWEEN.length - 1));
    const disguise = fc.array(letter, { minLength: 80, maxLength: 80 });

    fc.assert(
      fc.property(longSecrets, disguise, fc.string(), fc.string(), (secret, forms, before, after) => {
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
