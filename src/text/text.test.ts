/** Text that is shown: escaped, quoted, described, and JSON that is read for it. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeValue } from './describe.ts';
import { mapTexts, truncateNesting } from './json-object.ts';
import { createDisguiseDetector, createRedactor } from './redact.ts';
import { quote } from './shell.ts';
import { cut, visible, visibleLine } from './visible.ts';
import { citeSections } from './words.ts';

test.each([
  ['2.1', 'section 2.1'],
  ['1.4, 8', 'sections 1.4 and 8'],
  ['1.2, 4.1, 4.2', 'sections 1.2, 4.1 and 4.2'],
])('the sections %s are cited as %s', (list, cited) => {
  expect(citeSections(list)).toBe(cited);
});

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
