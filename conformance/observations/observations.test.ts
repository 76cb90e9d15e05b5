import { expect, test } from 'vitest';
import { findLargestAccepted } from './limits.ts';
import { combineOptions, isOpen } from './observation-collector.ts';
import { writtenAs } from './responses.ts';

test('several exchanges leave the options that agree with all of them', () => {
  expect(combineOptions([['shortest', 'two-decimals'], ['two-decimals']])).toBe('two-decimals');
  expect(combineOptions([['reversed', 'alphabetical']])).toBe('reversed or alphabetical');
  expect(combineOptions([])).toBeUndefined();
});

test('a deployment that varies has a sorted list of options, up to a limit', () => {
  expect(combineOptions([['201'], ['200']])).toBe('200, 201');
  expect(combineOptions(Array.from({ length: 99 }, (_, n) => [`${n}`]))).toMatch(/^0, 1, .*, …$/);
  expect(combineOptions([['b: 1'], ['a: 2']], 'list')).toBe('a: 2; b: 1');
});

test('a response that fits an option which was seen for certain adds nothing', () => {
  const fits = ['shortest', 'two-decimals'];

  expect(combineOptions([['whole fees such as 2.0'], fits, ['shortest']])).toBe(
    'shortest, whole fees such as 2.0',
  );
  expect(combineOptions([['exponent'], fits])).toBe('exponent, shortest or two-decimals');
});

test('an observation stays open until one option is left', () => {
  const isOpenAfter = (...seen: readonly (readonly string[])[]) => isOpen(combineOptions(seen));

  expect([isOpenAfter(['200']), isOpenAfter(['200', '201']), isOpenAfter()]).toEqual([false, true, true]);
});

/** The result for a deployment that accepts values up to `most`, and the number of requests. */
async function search(most: number) {
  let requests = 0;
  const result = await findLargestAccepted({
    limits: [20, 36, 64, 255],
    beyond: 4000,
    accepts: async (value) => {
      requests++;

      return value <= most;
    },
  });

  return { result, requests };
}

test.each([
  [Number.POSITIVE_INFINITY, 'any'],
  [4000, 'any'],
  [255, '255'],
  [64, '64'],
  [36, '36'],
  [20, '20'],
  [19, 'less than 20'],
  [40, 'from 37 to 63'],
  [300, 'from 256 to 3999'],
])('a limit of %d is reported as %s after at most 5 requests', async (most, expected) => {
  const { result, requests } = await search(most);

  expect(result).toEqual([expected]);
  expect(requests).toBeLessThanOrEqual(5);
});

test('a number is returned as it is written, with an escaped name too, and only from the top level', () => {
  const text =
    '{"details":{"transactionFee":1.0},"transaction\\u0046ee":2.40,"list":[{"transactionFee":3e0}]}';

  expect(writtenAs(text, 'transactionFee')).toBe('2.40');
  expect(writtenAs('{"details":{"transactionFee":1.0}}', 'transactionFee')).toBeUndefined();
});

test('a text that is nested too deeply or is not a JSON object has no numbers', () => {
  const deep = `{"transactionFee":2.40,"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

  for (const text of [deep, '', '{', 'null', '7']) expect(writtenAs(text, 'transactionFee')).toBeUndefined();
});
