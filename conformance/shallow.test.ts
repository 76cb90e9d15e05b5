import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shallow } from './shallow.ts';

const nested = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);

test('JSON of ordinary depth stays as it is', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(shallow(json)).toBe(json);
    }),
  );
});

test('what lies too deep is empty, and all else is there', () => {
  const json = `{"a":"]}\\"[","deep":${nested(2000, '"x"')},"b":[{"c":${nested(600)}}],"d":1}`;
  const read = JSON.parse(shallow(json));

  expect(read).toMatchObject({ a: ']}"[', d: 1 });
  expect(JSON.stringify(read.b[0].c)).toBe(nested(497, 'null'));
  expect(JSON.stringify(read.deep)).toBe(nested(499, 'null'));
});

test('what is no JSON does not become any', () => {
  for (const json of [nested(2000).slice(1), `${nested(2000)}]`, `[${nested(2000)}`])
    expect(() => JSON.parse(shallow(json))).toThrow(SyntaxError);
});
