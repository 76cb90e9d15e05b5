import { EventEmitter } from 'node:events';
import { existsSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { Merchant } from '../src/engine/index.ts';
import { createMock, startMock } from '../src/mock/index.ts';
import { fileWriter } from '../test/support/folders.ts';
import { keepCertificate } from './https.ts';
import { followMerchants } from './merchant-file.ts';
import { createShutdown, interruptedCode, whenShutdown } from './shutdown.ts';
import { type Snapshot, statesOf, whenChanged } from './watch.ts';

const DEADLINE = { timeout: 20_000 };

describe('what counts as a change', () => {
  /** What counts, one after another, of a file that was `before` and is seen so at each look. */
  async function counted(sights: readonly string[]): Promise<readonly string[]> {
    const ended = new AbortController();
    const changes: string[] = [];
    const left = [...sights];
    let last = 'before';
    const look = () => {
      last = left.shift() ?? last;
      if (left.length === 0) ended.abort();

      return new Map([['file', last]]);
    };
    for (let base: Snapshot = new Map([['file', 'before']]); ; ) {
      const seen = await whenChanged(base, look, ended.signal, 0);
      if (seen === undefined) return changes;
      base = seen;
      changes.push(String(seen.get('file')));
    }
  }

  it.each([
    ['nothing where nothing changed', ['before', 'before'], []],
    ['a change once', ['after', 'after', 'after'], ['after']],
    ['the whole, not the half of it', ['half', 'halfwhole', 'halfwhole', 'halfwhole'], ['halfwhole']],
    ['nothing of a moment without the file', ['gone', 'before', 'before'], []],
    ['its coming back', ['gone', 'gone', 'before', 'before'], ['gone', 'before']],
  ])('is %s', async (_, sights, expected) => {
    expect(await counted(sights)).toEqual(expected);
  });

  const sight = fc.constantFrom('before', 'after', 'later', 'gone');

  it('is nothing twice in a row, and in the end whatever stays', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sight), sight, async (sights, stays) => {
        const changes = ['before', ...(await counted([...sights, stays, stays, stays]))];

        for (const [at, seen] of changes.slice(1).entries()) expect(seen).not.toBe(changes[at]);
        expect(changes.at(-1)).toBe(stays);
      }),
      { numRuns: 50 },
    );
  });
});

const write = (text: string, name = 'file') => fileWriter()(name, text);

describe('the state of a file', () => {
  const stateOf = (path: string) => statesOf([path]).get(path);

  it('differs after an edit that keeps size and time, with another file behind a link, and with none', () => {
    const [path, other] = [write('one'), write('three')];
    const states = [stateOf(path)];
    const { mtime } = statSync(path);
    writeFileSync(path, 'two');
    utimesSync(path, mtime, mtime);
    states.push(stateOf(path));
    symlinkSync(other, `${path}~`);
    renameSync(`${path}~`, path);
    states.push(stateOf(path));
    rmSync(path);
    states.push(stateOf(path));

    expect(new Set(states).size).toBe(4);
  });

  it('of a device stays: a pipe can be read only once', () => {
    expect(stateOf('/dev/null')).toBe('');
  });
});

const merchants = (...names: readonly string[]) =>
  `merchants:\n${names
    .map(
      (name) =>
        `  ${name}: { processors: [{ mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }] }\n`,
    )
    .join('')}`;

interface Taking {
  readonly merchants: readonly string[];
  readonly useMerchants: (merchants: readonly Merchant[]) => Promise<void>;
}

/** A file with the merchant one, what follows it, and what that says. */
function following(mock: Taking) {
  const path = write(merchants('one'), 'merchants.yaml');
  const said: string[] = [];
  const tell = (stream: string) => (text: string) => said.push(`${stream}: ${text.replaceAll(path, 'FILE')}`);
  const ended = new AbortController();
  const output = { print: tell('out'), warn: tell('err'), shutdown: ended.signal };
  const followed = followMerchants(mock, path, output);
  onTestFinished(async () => {
    ended.abort();
    await followed;
  });

  return { path, said };
}

describe('a mock whose merchant file changes', () => {
  it('says what it took up, and why not where it did not, each once', async () => {
    await using mock = await createMock();
    const { path, said } = following(mock);
    const goesOn = 'err: FILE changed, but cannot be used; the mock keeps its current merchants:\n';

    writeFileSync(path, merchants('one', 'two'));
    await expect.poll(() => said, DEADLINE).toEqual(['out: FILE changed: merchants one, two\n']);
    expect(mock.merchants).toEqual(['one', 'two']);

    writeFileSync(path, 'merchant: {}\n');
    await expect.poll(() => said.length, DEADLINE).toBe(2);
    expect(said[1]).toMatch(/^.*\nFILE: merchants: expected .*\nFILE:1:\d+: merchant: unknown key/);
    expect(said[1]?.startsWith(goesOn)).toBe(true);
    expect(mock.merchants).toEqual(['one', 'two']);

    rmSync(path);
    await expect.poll(() => said.length, DEADLINE).toBe(3);
    expect(said[2]).toBe(`${goesOn}--merchants: FILE: no such file: check the path\n`);

    writeFileSync(path, merchants('three'));
    await expect.poll(() => said.length, DEADLINE).toBe(4);
    expect(said[3]).toBe('out: FILE changed: merchants three\n');
    expect(mock.merchants).toEqual(['three']);
  });

  it('goes on where the tool itself fails, and says whose fault that is', async () => {
    const faulty = { merchants: ['one'], useMerchants: () => Promise.reject(new TypeError('no engine')) };
    const { path, said } = following(faulty);
    writeFileSync(path, merchants('two'));
    await expect.poll(() => said.length, DEADLINE).toBe(1);

    expect(said[0]).toContain('this is a fault of tollgate itself, please report it: TypeError: no engine\n');
  });
});

describe('signals', () => {
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
});

const MADE = { path: undefined, tls: 'self-signed' } as const;

it('a certificate made at the start is written to a file only where the startup message names it', async () => {
  await using mock = await startMock({ tls: 'self-signed' });
  const kept = keepCertificate(MADE, mock, true);

  expect(existsSync(kept.path ?? '')).toBe(true);
  kept.remove();
  expect(existsSync(kept.path ?? '')).toBe(false);
  expect(keepCertificate(MADE, mock, false)).toMatchObject({ path: undefined, isTemporary: false });
});
