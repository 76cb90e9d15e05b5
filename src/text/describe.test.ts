import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeValue } from './describe.ts';

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
