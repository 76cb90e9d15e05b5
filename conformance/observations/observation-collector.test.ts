import { expect, test } from 'vitest';
import { combineOptions, isOpen } from './observation-collector.ts';

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
