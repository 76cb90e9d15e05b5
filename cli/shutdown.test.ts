import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShutdown, interruptedCode, whenShutdown } from './shutdown.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A process that records the codes with which it should exit. */
function recordingProcess() {
  const codes: unknown[] = [];
  const target = Object.assign(new EventEmitter(), { exit: (code: unknown) => codes.push(code) as never });

  return { target, codes };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s asks for the end, with exit code %d', async (name, code) => {
  const { target, codes } = recordingProcess();
  const shutdown = createShutdown(target as never);
  const { signal } = shutdown;
  shutdown.begin();
  expect(signal.aborted).toBe(false);
  target.emit(name, name);

  await whenShutdown(signal);
  expect(interruptedCode(signal)).toBe(code);
  expect(codes).toEqual([]);
});

test('the second signal ends the process at once, but one press that comes twice is one', () => {
  const { target, codes } = recordingProcess();
  createShutdown(target as never).signal;
  target.emit('SIGINT', 'SIGINT');
  target.emit('SIGINT', 'SIGINT');
  expect(codes).toEqual([]);

  vi.advanceTimersByTime(1_000);
  target.emit('SIGTERM', 'SIGTERM');
  expect(codes).toEqual([143]);
});

test('a command that watches for haste gets the second signal, and the third ends the process', () => {
  const { target, codes } = recordingProcess();
  const { signal, hurry } = createShutdown(target as never);
  for (const _ of [1, 2]) {
    target.emit('SIGINT', 'SIGINT');
    vi.advanceTimersByTime(1_000);
  }
  expect([signal.aborted, hurry.aborted, codes]).toEqual([true, true, []]);

  target.emit('SIGINT', 'SIGINT');
  expect(codes).toEqual([130]);
});

test('a signal before the command has begun reaches a command that watches for it, and ends any other', () => {
  const [watching, other] = [recordingProcess(), recordingProcess()];
  const endings = [watching, other].map(({ target }) => createShutdown(target as never));
  for (const { target } of [watching, other]) target.emit('SIGTERM', 'SIGTERM');
  expect([watching.codes, other.codes]).toEqual([[], []]);

  expect(endings[0]?.signal.aborted).toBe(true);
  for (const shutdown of endings) shutdown.begin();
  expect([watching.codes, other.codes]).toEqual([[], [143]]);
});

test('a command that does not watch is ended at once', () => {
  const { target, codes } = recordingProcess();
  createShutdown(target as never).begin();
  target.emit('SIGINT', 'SIGINT');

  expect(codes).toEqual([130]);
});
