import { expect, test } from 'vitest';
import { failureLine } from './compare-output.ts';

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
  [
    'the assertion of Vitest, among the lines of its summary',
    [
      'RUN v5\nTest Files  1 failed (1)\nTests  1 failed | 2 passed (3)\n❯ shop.test.ts (3)\nAssertionError: expected 201 to be 200',
    ],
    ['RUN v5\nTest Files  1 passed (1)\nTests  3 passed (3)'],
    'AssertionError: expected 201 to be 200',
  ],
  [
    'both halves of a comparison of Jest',
    [
      'FAIL ./shop.test.js\n● sells\nexpect(received).toBe(expected) // Object.is equality\nExpected: 200\nReceived: 201\nTests: 1 failed, 1 total',
    ],
    ['PASS ./shop.test.js\nTests: 1 passed, 1 total'],
    'Expected: 200 Received: 201',
  ],
  [
    'the assertion of node:test with its values',
    [
      '✖ sells (3.1ms)\nℹ fail 1\nAssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n201 !== 200',
    ],
    ['✔ sells (3.1ms)\nℹ fail 0'],
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 201 !== 200',
  ],
  [
    'the assertion of pytest',
    [
      'F [100%]\n    assert r.status_code == 200\nE   assert 201 == 200\nE    +  where 201 = <Response [201]>.status_code\n1 failed in 0.03s',
    ],
    ['. [100%]\n1 passed in 0.03s'],
    'E   assert 201 == 200',
  ],
  [
    'the message of Go',
    ['--- FAIL: TestSell (0.01s)\n    shop_test.go:12: got 201, want 200\nFAIL\nexit status 1'],
    ['ok  shop 0.02s'],
    'shop_test.go:12: got 201, want 200',
  ],
  [
    'the message of curl in a script',
    ['priced\ncurl: (22) The requested URL returned error: 422'],
    ['priced\nsold'],
    'curl: (22) The requested URL returned error: 422',
  ],
])('%s', (_, failed, passed, line) => {
  expect(failureLine(failed, passed)).toBe(line);
});
