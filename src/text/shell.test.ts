import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quote } from './shell.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    "'",
    '\\',
    '"',
    '$HOME',
    '`id`',
    '\u009b31m',
    '\u202e',
    '\u007f',
    '\u001b]0;x\u0007',
    '\u0085',
    '\r',
    '##[error]',
    '::error::',
    '##vso[',
    '!',
    '\n',
    '7',
  ),
);
const texts = fc.array(hostile, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\u0000', ''));

test('bash reads the original text, and the quoted text has no unsafe characters', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 20, maxLength: 40 }), (list) => {
      const quoted = list.map(quote);
      const read = execFileSync('bash', ['--norc', '-c', `printf '%s\\0' ${quoted.join(' ')}`], {
        encoding: 'utf8',
      });

      expect(read.split('\u0000').slice(0, -1)).toEqual(list.map((text) => text.toWellFormed()));
      for (const text of quoted) {
        expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
        expect(text).not.toMatch(/##\[|##vso\[|::error::/);
      }
    }),
    { numRuns: 10 },
  );
});

test.each([
  ['plain', "'plain'"],
  ["it's", String.raw`'it'\''s'`],
  ['a\u202e1', String.raw`'a'$'\342\200\256''1'`],
])('%j is quoted as %s', (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});
