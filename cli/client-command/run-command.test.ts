import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const GRACE = 150;

/** Runs a shell script with a time limit, and says which of its processes are left. */
async function shell(script: string, limit = 30_000) {
  const mark = `client-command-${Math.random()}`;
  const result = await runCommand({
    command: ['sh', '-c', script],
    environment: { ...process.env, TEST_MARK: mark },
    signal: AbortSignal.timeout(limit),
    grace: GRACE,
  });

  return { ...result, left: await leftOf(mark) };
}

/** A process that was killed may take a moment to end. */
async function leftOf(mark: string): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    if (runningWith(mark) === 0) return 0;
    await pause(10);
  }

  return runningWith(mark);
}

function runningWith(mark: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  }).length;
}

test('a command passes with exit code 0, and its output is kept', async () => {
  expect(await shell('echo out; echo err >&2')).toMatchObject({
    passed: true,
    output: expect.stringMatching(/out\n|err\n/),
  });
});

test.each([
  ['ends with another exit code', 'exit 7', 'ended with exit code 7'],
  ['is ended by a signal', 'kill -KILL $$', 'was ended by SIGKILL'],
])('a command that %s fails', async (_, script, reason) => {
  expect(await shell(script)).toMatchObject({ passed: false, reason });
});

test.each([
  ['hangs', 'sleep 60'],
  ['has a child that hangs', 'sh -c "sleep 60; true"; true'],
  ['ignores SIGTERM', 'trap "" TERM; while :; do sleep 0.05; done'],
  ['has a child that ignores SIGTERM', 'sh -c \'trap "" TERM; while :; do sleep 0.05; done\''],
])('a command that %s is ended at the time limit, with all its processes', async (_, script) => {
  const started = performance.now();

  expect(await shell(script, 100)).toMatchObject({ passed: false, left: 0 });
  expect(performance.now() - started).toBeLessThan(20_000);
});

test.each([
  ['in its group', 'sleep 60 & exit 0'],
  ['in a session of its own', 'setsid sleep 60 & exit 0'],
  ['that holds the output open and ignores SIGTERM', '(trap "" TERM; sleep 60) & exit 0'],
])('a process that a command leaves behind %s is ended', async (_, script) => {
  expect(await shell(script)).toMatchObject({ passed: true, left: 0 });
});

test('megabytes of output are read to the end, and its beginning and end are kept', async () => {
  const { passed, output = '' } = await shell(
    'echo first; head -c 8000000 /dev/zero | tr "\\0" x; echo; echo last',
  );

  expect(passed).toBe(true);
  expect(output.length).toBeLessThan(800_000);
  expect(output).toMatch(/^first\n/);
  expect(output).toMatch(/… \d+ characters …\n[x]*\nlast\n$/);
});

test('a program that does not exist is wrong usage', async () => {
  const command = ['/no/such/program'];
  const run = runCommand({ command, environment: {}, signal: new AbortController().signal });

  await expect(run).rejects.toMatchObject({ code: 'usage', message: /got \/no\/such\/program \(ENOENT\)/ });
});
