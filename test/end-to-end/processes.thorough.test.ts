import { constants, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { createFeeClient } from '../../src/client/index.ts';
import { listenHttp } from '../deployments/listen.ts';
import { startReference } from '../deployments/reference.ts';
import { ownFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { bash, startTollgate } from './command.ts';

function inFolder(name: string): string {
  return join(ownFolder(), name);
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

const WELCOME = /tollgate proxy: (\S+) forwards to/;

async function startProxy(args: readonly string[], before?: string) {
  const running = startTollgate(['proxy', '--port', '0', ...args], before);
  const [, url = ''] = WELCOME.exec(await running.printed(WELCOME)) ?? [];

  return Object.assign(running, { url });
}

test('Ctrl-C ends a run with what it has learned so far: exit code 130 and every report', async () => {
  const path = inFolder('report.json');
  const { promise: isStuck, resolve } = Promise.withResolvers<void>();
  await using server = await startReference({
    intercept: (_, __, call) => {
      if (call === 40) resolve();

      return call >= 40;
    },
  });
  await using running = startTollgate(
    `conform ${server.url.href} --token token-of-one --timeout 600000 --report json=${path}`,
  );
  // Where it ends before that, this fails at once.
  await Promise.race([isStuck, running.printed(/wrote /)]);

  expect(await running.end('SIGINT')).toBe(130);
  const report = readJson(path) as Report;
  expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3, interrupted: true });
  expect(report.rules.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

test('a terminal that closes ends check-client and the command that it runs', async () => {
  const command = ['sh', '-c', 'echo "pid $$"; exec sleep 60'];
  await using running = startTollgate(['check-client', '--show-output', '--', ...command]);
  const [, pid] = /pid (\d+)/.exec(await running.printed(/pid \d+/)) ?? [];

  expect(await running.end('SIGHUP')).toBe(129);
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

/** Sends the signal as soon as the process handles it. */
const SIGNALLED_AT_ONCE = `process.on('newListener', (name) => {
  if (name === 'SIGTERM') process.nextTick(() => process.kill(process.pid, name));
});`;

test.each([
  [['mock', '--port', '0'], 0],
  [['tail', 'URL'], 0],
  [['conform', 'URL', '--token', 'a'], 143],
])('a signal before the command has begun ends it as later: %j', async (args, code) => {
  await using silent = await listenHttp(() => {});
  const given = args.map((argument) => (argument === 'URL' ? silent.url.href : argument));
  await using running = startTollgate(given, SIGNALLED_AT_ONCE);

  expect([await running.ended, running.out()]).toEqual([code, expect.not.stringContaining('Error')]);
});

test('a signal while the process ends does not take the place of its exit code', async () => {
  await using server = await listenHttp((_, response) => response.end());
  await using tail = startTollgate(['tail', server.url.href]);
  await tail.printed(/expected a tollgate mock/);
  for (let time = 0; time < 30; time++) {
    void tail.end('SIGINT');
    await pause(2);
  }

  expect(await tail.ended).toBe(3);
});

test.each([
  [
    'an error that nothing catches',
    `const { write } = process.stdout;
process.stdout.write = function (...given) {
  setImmediate(() => { throw new Error('a bug'); });
  return write.apply(this, given);
};`,
  ],
  [
    'a wait for what can no longer happen',
    `import net from 'node:net';
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...given) { return listen.apply(this, given).unref(); };`,
  ],
])('%s is a fault of the tool, and no verdict', async (_what, before) => {
  await using mock = startTollgate(['mock', '--port', '0'], before);

  expect(await mock.ended).toBe(4);
});

test('Ctrl-C prints the open requests, a second one reports at once, and the report counts them', async () => {
  let arrived = 0;
  await using service = await listenHttp(() => void arrived++);
  const to = service.url.href;
  const [slow, quick] = [inFolder('slow.json'), inFolder('quick.json')];
  await using patient = await startProxy(['--to', to, '--report', `json=${slow}`]);
  await using pressed = await startProxy(['--to', to, '--report', `json=${quick}`]);
  const asked = [patient, pressed].map(({ url }) =>
    fetch(`${url}/v1/ch`, { method: 'POST', body: '{}' }).catch(() => undefined),
  );
  await expect.poll(() => arrived).toBe(2);
  const code = patient.end('SIGINT');
  const tells = /waiting up to 2 s for 1 open request; Ctrl-C again reports at once/;
  await patient.printed(tells);
  void pressed.end('SIGINT');
  await pressed.printed(tells);
  // npm sends the signal twice for one press.
  await pause(600);

  expect(await pressed.end('SIGINT')).toBe(3);
  expect(await code).toBe(3);
  for (const report of [slow, quick])
    expect(readJson(report).notJudged).toEqual([
      { why: 'the proxy was ended before the response was through', count: 1 },
    ]);
  await Promise.all(asked);
});

test('a fault of the tool ends it with 4, after the report on what was judged', async () => {
  await using mock = await startMock({ control: 'off' });
  const report = inFolder('report.json');
  const before = "process.on('SIGUSR2', () => { throw new Error('broken on purpose'); });";
  await using proxy = await startProxy(['--to', mock.url, '--report', `json=${report}`], before);
  await fetch(`${proxy.url}/v1/ch`, { method: 'POST', body: '{}' });
  expect(await proxy.end('SIGUSR2')).toBe(4);
  expect(proxy.out()).toMatch(
    /this is a fault of tollgate itself, please report it: Error: broken on purpose/,
  );
  expect(readJson(report)).toMatchObject({ requests: 1 });
});

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  test('is read like a file', async () => {
    const { code, out } = await bash(`"$NODE" "$MAIN" check-traffic <(cat "$HAR")`, {
      NODE: process.execPath,
      MAIN: join(ROOT, 'cli/tollgate.js'),
      HAR: join(ROOT, 'fixtures/recorded-traffic/firefox.har'),
    });
    expect([code, out]).toEqual([0, expect.stringContaining('CONFORMANT')]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that nothing is written to is left at %s, with %d', async (signal, code) => {
    const pipe = inFolder(`silent-${code}.har`);
    await bash('mkfifo "$PIPE"', { PIPE: pipe });
    await using running = startTollgate(['check-traffic', pipe]);
    // It can be opened so once it has a reader.
    await expect.poll(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)).toBeGreaterThan(0);
    expect(await running.end(signal)).toBe(code);
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'output that cannot be printed is an error, and no verdict',
  async () => {
    const { code, out } = await bash(
      `'${process.execPath}' '${join(ROOT, 'cli/tollgate.js')}' rules 2>&1 >/dev/full; echo "then $?"`,
    );

    expect(code).toBe(0);
    expect(out).toBe('tollgate: the output cannot be written (ENOSPC)\nthen 2\n');
  },
);

test('tail ends when the reader of its output leaves, as head does', async () => {
  await using mock = await startMock();
  let isRead = true;
  const reading = bash(
    `${process.execPath} cli/tollgate.js tail ${mock.url} | head -1; echo "ended with \${PIPESTATUS[0]}"`,
  );
  void reading.finally(() => {
    isRead = false;
  });
  const client = createFeeClient({ baseUrl: mock.url, token: mock.token() });
  while (isRead) {
    await client.fee({ amount: 100, nicn: '424242', region: '85004' });
    await pause(50);
  }
  const { out } = await reading;

  expect(out).toMatch(/200 {2}POST \/v1\/ch {2}one {2}→ new \w+… fee [\d.]+\nended with 0\n$/);
});
