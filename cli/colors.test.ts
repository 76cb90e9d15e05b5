import { expect, test } from 'vitest';
import { paintFor, tintBy } from './colors.ts';

const RED = '\u001b[31mFAIL\u001b[39m';

test.each([
  [RED, true, {}],
  [RED, true, { NO_COLOR: '', TERM: 'xterm-256color' }],
  ['FAIL', true, { NO_COLOR: '0' }],
  ['FAIL', true, { TERM: 'dumb' }],
  ['FAIL', false, {}],
  ['FAIL', false, { FORCE_COLOR: '1' }],
])('%j on a terminal (%j) with %j', (expected, isTerminal, environment) => {
  expect(tintBy(paintFor(isTerminal, environment))('bad', 'FAIL')).toBe(expected);
});
