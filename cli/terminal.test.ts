import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress, paintFor, tintBy } from './terminal.ts';

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

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function show(screen: { readonly isTTY?: boolean; readonly columns?: number } = {}) {
  const written: string[] = [];

  return { written, progress: createProgress({ ...screen, write: (text) => written.push(text) }) };
}

test('a terminal has one line, which is cut to its width', () => {
  const { written, progress } = show({ isTTY: true, columns: 10 });
  progress('1 of 3 rules, 12 requests');
  progress('');

  expect(written).toEqual(['\r\x1b[K1 of 3 ru', '\r\x1b[K']);
});

test('elsewhere a line follows every ten seconds while there is news, until the end', () => {
  const { written, progress } = show();
  progress('1 of 3 rules');
  progress('2 of 3 rules');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(30_000);
  expect(written).toEqual(['tollgate: 2 of 3 rules\n']);
  progress('3 of 3 rules');
  vi.advanceTimersByTime(10_000);
  progress('');
  vi.advanceTimersByTime(60_000);

  expect(written).toEqual(['tollgate: 2 of 3 rules\n', 'tollgate: 3 of 3 rules\n']);
});
