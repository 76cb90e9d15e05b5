import { expect, test } from 'vitest';
import { resultOf, wrongEquations } from './working.ts';

test.each([
  ['100.00 x 0.029 = 2.90, and 0.30 makes 3.20'],
  ['fixed 0.10 + 0.02 + 0.15 = 0.27, 0.30 x 40.00 / 100.00 = 0.12'],
  ['0.10 x 10.00 / 30.00 is about 0.0333'],
  ['1.50 for any amount'],
])('%s is correct', (working) => {
  expect(wrongEquations(working)).toEqual([]);
});

test.each([
  ['100.00 x 0.029 = 2.91, and 0.29 makes 3.20', '100.00 x 0.029 = 2.91'],
  ['100.00 x 0.029 = 2.90, and 0.30 makes 3.21', '= 2.90, and 0.30 makes 3.21'],
  ['100.00 x 0.029 = 2.90, fixed 0.30, together 3.21', '= 2.90, fixed 0.30, together 3.21'],
  ['0.10 + 0.02 - 0.01 = 0.12', '0.10 + 0.02 - 0.01 = 0.12'],
  ['0.10 x 10.00 / 30.00 = 0.0333', '0.10 x 10.00 / 30.00 = 0.0333'],
])('%s is wrong', (working, equation) => {
  expect(wrongEquations(working)).toEqual([equation]);
});

test.each([
  ['100.50 x 0.01 = 1.005, half up 1.01 (binary floats: 1.00)', 1.01],
  ['no fee may be charged, 0', 0],
])('the result of %s is %d', (working, result) => {
  expect(resultOf(working)).toBe(result);
});
