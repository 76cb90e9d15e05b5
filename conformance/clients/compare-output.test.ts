import { expect, test } from 'vitest';
import { firstDifference } from './compare-output.ts';

test.each<[string, readonly string[], readonly string[], string | undefined]>([
  ['a new line', ['priced\nstatus 201'], ['priced\nsold'], 'status 201'],
  [
    'a new line among times, ports and ids that differ in every run',
    [
      'at 12:00:01 on port 4011\nError: no fee\norder-7f3a',
      'at 12:00:05 on port 4012\nError: no fee\norder-99bc',
    ],
    ['at 12:00:02 on port 4099\norder-1234', 'at 12:00:09 on port 4100\norder-5678'],
    'Error: no fee',
  ],
  ['colours are no difference', ['\u001b[31mpriced\u001b[0m'], ['priced'], undefined],
  ['another order of lines is no difference', ['b\na'], ['a\nb'], undefined],
  [
    'another number, where it is the same in every run that failed',
    ['fee 0.00 at 1', 'fee 0.00 at 1'],
    ['fee 2.43 at 1'],
    'fee 0.00 at 1',
  ],
  ['a line of one failed run alone is no difference', ['x\nflaky', 'x'], ['x'], undefined],
  ['nothing printed', [''], ['priced'], undefined],
])('%s', (_, failed, passed, line) => {
  expect(firstDifference(failed, passed)).toBe(line);
});
