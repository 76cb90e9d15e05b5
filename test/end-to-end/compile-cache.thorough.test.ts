import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../shape/source-files.ts';

it('keeps what Node compiled of a mock that is killed, so that the next one starts quickly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mock = spawn(process.execPath, [join(ROOT, 'cli/tollgate.js'), 'mock', '--port', '0'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(mock, 'exit');
  onTestFinished(() => void mock.kill('SIGKILL'));
  await once(mock.stdout, 'data');
  const compiled = () => readdirSync(folder, { recursive: true }).length;

  await expect.poll(compiled, { timeout: 30_000, interval: 200 }).toBeGreaterThan(100);
  mock.kill('SIGKILL');

  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(compiled()).toBeGreaterThan(100);
});
