import { expect, it } from 'vitest';
import { jsonLine } from './tail-line.ts';

it.each(['\u{202e}', '\u{e0041}', '\u{2028}', '\u{9b}', 'é 🙂'])(
  'a line of JSON says what came, and nothing in it acts on a terminal: %j',
  (text) => {
    const line = jsonLine(JSON.stringify({ text }));

    expect(JSON.parse(line)).toEqual({ text });
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  },
);
