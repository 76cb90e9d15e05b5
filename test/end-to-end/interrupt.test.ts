/** Signals from the first moment of a command to its last: the exit code is always a documented one. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { startReference } from '../deployments/reference.ts';
import { startTollgate } from './command.ts';

test('Ctrl-C ends a run with what it has learned so far: exit code 130 and every report', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'report.json');
  const { promise: isStuck, resolve } = Promise.withResolvers<void>();
  await using server = await startReference({
    intercept: (_, __, call) => {
      if (call === 40) resolve();

      return call >= 40;
    },
  });
  await using running = startTollgate([
    ...['conform', server.url.href, '--token', 'token-of-one', '--timeout', '600000'],
    ...['--report', `json=${path}`],
  ]);
  // Where it ends before that, this fails at once.
  await Promise.race([isStuck, running.printed(/written: /)]);

  expect(await running.end('SIGINT')).toBe(130);
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
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

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Sends the signal as soon as the process handles it. */
const SIGNALLED_AT_ONCE = `process.on('newListener', (name) => {
  if (name === 'SIGTERM') process.nextTick(() => process.kill(process.pid, name));
});`;

test.each([
  [['mock', '--port', '0'], 0],
  [['tail', 'URL'], 0],
  [['conform', 'URL', '--token', 'a'], 143],
])('a signal before the command has begun ends it as later: %j', async (args, code) => {
  await using silent = await listening(() => {});
  const given = args.map((argument) => (argument === 'URL' ? silent.url : argument));
  await using running = startTollgate(given, SIGNALLED_AT_ONCE);

  expect([await running.ended, running.out()]).toEqual([code, expect.not.stringContaining('Error')]);
});

test('a signal while the process ends does not take the place of its exit code', async () => {
  await using server = await listening((_, response) => response.end());
  await using tail = startTollgate(['tail', server.url]);
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
