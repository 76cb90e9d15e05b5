/** Text that is shown: escaped, quoted, described, and JSON that is read for it. */

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeValue } from './describe.ts';
import { truncateNesting } from './json-object.ts';
import { quote } from './shell.ts';
import { cut, visible, visibleLine } from './visible.ts';

test.each([
  ['a NUL', '\u0000', String.raw`\u0000`],
  ['a colour of the terminal', '\u001b[31m', String.raw`\u001b[31m`],
  ['a carriage return', 'a\rb', String.raw`a\rb`],
  ['a turn of the direction of writing', 'a\u202eb', String.raw`a\u202eb`],
  ['a space of no width', 'a\u200bb', String.raw`a\u200bb`],
  ['half a pair', '\ud800', String.raw`\ud800`],
  ['a letter that only tags have', '\u{e0041}', String.raw`\udb40\udc41`],
  ['no character at all', '\uffff', String.raw`\uffff`],
  ['a C1 control character', '\u009b31m\u0085', String.raw`\u009b31m\u0085`],
  ['DEL', '\u007f', String.raw`\u007f`],
  ['a command to GitHub', 'a ##[error]b', String.raw`a #\u0023[error]b`],
  ['a command to Azure', '###vso[task.setvariable]', String.raw`##\u0023vso[task.setvariable]`],
  ['a command to TeamCity', '##TeamCity[x]', String.raw`#\u0023TeamCity[x]`],
  ['a workflow command', '::error::x', String.raw`:\u003aerror::x`],
  ['a workflow command with properties', ' ::set-output name=a::b', String.raw` :\u003aset-output name=a::b`],
])('%s is escaped as in JSON', (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('visible characters are unchanged, except line breaks in a single line', () => {
  const text = 'Größe 価格 سعر 👩‍💻 "quoted" \\ \n\ttab';

  expect(visible(text)).toBe(text);
  expect(visibleLine(text)).toBe(text.replace('\n', '\\n').replace('\t', '\\t'));
});

test('JSON keeps its meaning', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      expect(JSON.parse(visible(json))).toEqual(JSON.parse(json));
    }),
  );
});

test('the result has no invisible characters, and a line has no line breaks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleLine(text)).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('the result has no workflow commands', () => {
  const parts = fc.array(fc.constantFrom('#', '[', ':', 'error', 'stop-commands', 'vso', ' ', 'x'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(parts, (list) => {
      const shown = visible(list.join(''));

      expect(shown).not.toMatch(/##(?:vso|teamcity)?\[|::[a-z][\w-]*(?:::|\s)/i);
      expect(visible(shown)).toBe(shown);
    }),
  );
});

test('a text is truncated between characters, with its length', () => {
  expect(cut('short', 5)).toBe('short');
  expect(cut('abcdef', 3)).toBe('abc… (6 characters in all)');
  expect(cut('ab👩cd', 3)).toBe('ab… (6 characters in all)');
  expect(cut(cut('x'.repeat(200), 100), 3)).toBe('xxx… (200 characters in all)');
});

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

test.each([
  ['a'.repeat(58), `"${'a'.repeat(58)}"`],
  ['a'.repeat(61), `"${'a'.repeat(59)}… (61 characters)`],
  ['😀'.repeat(33), `"${'😀'.repeat(33)}"`],
  ['😀'.repeat(61), `"${'😀'.repeat(59)}… (61 characters)`],
  [`a${'😀'.repeat(61)}`, `"a${'😀'.repeat(58)}… (62 characters)`],
  [['a'.repeat(61)], `["${'a'.repeat(58)}… (65 characters)`],
])('a long text is truncated between characters, and its length counts characters: %s', (value, shown) => {
  expect(describeValue(value)).toBe(shown);
});

test('truncating never splits a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.integer({ min: 1, max: 80 }),
      (text, longest) => {
        expect(describeValue(text, { longest }).isWellFormed()).toBe(true);
      },
    ),
  );
});

const nested = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);

test('JSON of ordinary depth is unchanged', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(truncateNesting(json)).toBe(json);
    }),
  );
});

test('values below 500 levels become null, all others are kept', () => {
  const json = `{"a":"]}\\"[","deep":${nested(2000, '"x"')},"b":[{"c":${nested(600)}}],"d":1}`;
  const read = JSON.parse(truncateNesting(json));

  expect(read).toMatchObject({ a: ']}"[', d: 1 });
  expect(JSON.stringify(read.b[0].c)).toBe(nested(497, 'null'));
  expect(JSON.stringify(read.deep)).toBe(nested(499, 'null'));
});

test('invalid JSON stays invalid', () => {
  for (const json of [nested(2000).slice(1), `${nested(2000)}]`, `[${nested(2000)}`])
    expect(() => JSON.parse(truncateNesting(json))).toThrow(SyntaxError);
});
