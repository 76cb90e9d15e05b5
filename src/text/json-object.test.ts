import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncateNesting } from './json-object.ts';

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
