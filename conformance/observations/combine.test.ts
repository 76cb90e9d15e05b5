import { expect, test } from 'vitest';
import { combine, isTold } from './combine.ts';

test('findings become the options that all of them leave open', () => {
  expect(combine([['shortest', 'two-decimals'], ['two-decimals']])).toBe('two-decimals');
  expect(combine([['reversed', 'alphabetical']])).toBe('reversed or alphabetical');
  expect(combine([])).toBeUndefined();
});

test('a deployment that varies is told by everything that it does, in one order, and no endless list', () => {
  expect(combine([['201'], ['200']])).toBe('200, 201');
  expect(combine(Array.from({ length: 99 }, (_, n) => [`${n}`]))).toMatch(/^0, 1, .*, …$/);
  expect(combine([['b: 1'], ['a: 2']], 'each')).toBe('a: 2; b: 1');
});

test('what is told by one option is told, what two fit is worth asking', () => {
  expect([isTold([['200']]), isTold([['200', '201']]), isTold([])]).toEqual([true, false, false]);
});
