import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asked, createEnding, interruptedCode } from './ending.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A process that notes with which codes it was told to exit. */
function processThatNotes() {
  const codes: unknown[] = [];
  const target = Object.assign(new EventEmitter(), { exit: (code: unknown) => codes.push(code) as never });

  return { target, codes };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('%s asks for the end, with exit code %d', async (name, code) => {
  const { target, codes } = processThatNotes();
  const ending = createEnding(target as never);
  const { signal } = ending;
  expect(ending.wasAsked).toBe(false);
  target.emit(name, name);

  await asked(signal);
  expect(ending.wasAsked).toBe(true);
  expect(interruptedCode(signal)).toBe(code);
  expect(codes).toEqual([]);
});

test('asked a second time the process ends at once, but one press that comes twice is one', () => {
  const { target, codes } = processThatNotes();
  createEnding(target as never).signal;
  target.emit('SIGINT', 'SIGINT');
  target.emit('SIGINT', 'SIGINT');
  expect(codes).toEqual([]);

  vi.advanceTimersByTime(1_000);
  target.emit('SIGTERM', 'SIGTERM');
  expect(codes).toEqual([143]);
});

test('as long as nobody looks, signals do what they always do', () => {
  const { target } = processThatNotes();
  createEnding(target as never);

  expect(target.eventNames()).toEqual([]);
});
