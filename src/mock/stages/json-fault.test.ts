import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './json-fault.ts';

describe('the fault of a text that is not JSON', () => {
  const END = 'the end of the body';

  it.each([
    ['', 1, 1, 'a value', END],
    ['{', 1, 2, 'a name in double quotes or }', END],
    ['{"a"', 1, 5, 'a colon', END],
    ['{"a":}', 1, 6, 'a value', '"}"'],
    ['{"a":1,}', 1, 8, 'a name in double quotes', '"}"'],
    ['[1,]', 1, 4, 'a value', '"]"'],
    ['[1 2]', 1, 4, 'a comma or ]', '"2"'],
    ['[01]', 1, 3, 'a comma or ]', '"1"'],
    ["{'a':1}", 1, 2, 'a name in double quotes or }', '"\'"'],
    ['{"a":1}\n{"b":2}', 2, 1, 'nothing more', '"{"'],
    ['"a', 1, 3, 'a closing double quote', END],
    ['"a\nb"', 1, 3, 'control characters to be escaped', '"\\n"'],
    ['"\\x"', 1, 2, 'an escape such as \\n or \\u0041', '"\\\\"'],
    ['NaN', 1, 1, 'a value', '"N"'],
    ['[😀]', 1, 2, 'a value or ]', '"😀"'],
  ])('in %j', (text, line, column, expected, got) => {
    expect(findJsonFault(text)).toEqual({ line, column, expected, got });
  });

  /** JSON with a character taken out, put in or exchanged. */
  const broken = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.nat({ max: 1 }),
      fc.constantFrom('', '"', ',', '}', '[', 'x', '0', '\\', ':', '\n'),
    )
    .map(([json, at, taken, put]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + put + json.slice(place + taken);
    })
    .filter((text) => !isJson(text));

  it('is inside the text, and is what a text that ends there lacks', () => {
    fc.assert(
      fc.property(broken, (text) => {
        const at = placeIn(text);
        expect(at).toBeLessThanOrEqual(text.length);
        // What stands before the fault may go on to be JSON, so that it has its fault where it ends.
        const before = text.slice(0, at);
        expect(isJson(before) || placeIn(before) === before.length).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

function placeIn(text: string): number {
  const { line, column } = findJsonFault(text);
  const lines = text.split('\n').slice(0, line - 1);

  return lines.join('\n').length + (line > 1 ? 1 : 0) + column - 1;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
