/** Ctrl-C, in a process of its own. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { startReference } from '../deployments/reference.ts';
import { startTollgate } from './command.ts';

test('Ctrl-C ends a run with what it has learned so far: exit code 130 and every report', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'report.json');
  const { promise: isStuck, resolve } = Promise.withResolvers<void>();
  await using server = await startReference({
    intercepts: (_, __, call) => {
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
