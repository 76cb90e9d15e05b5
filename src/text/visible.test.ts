import fc from 'fast-check';
import { expect, test } from 'vitest';
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
