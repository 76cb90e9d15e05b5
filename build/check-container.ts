/**
 * Does in a folder what the Dockerfile does in an image, since not every machine has a container engine: copies what
 * .dockerignore lets through, runs every RUN line, and starts what the image would start, until it is well and ends.
 * It needs a registry for npm, and Node and npm of about the version of the image.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, matchesGlob, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../test/free-port.ts';

const root = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
const FOLDERS = /(?<![\w./"-])\/(build|opt|tmp|usr|work)\b/g;
/** The folders of the image, below the one that stands for it. */
const inRoot = (text: string) => text.replaceAll(FOLDERS, (path) => root + path);
/** Nothing of this clone may stand in for what the recipe forgets. */
const elsewhere = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'));
const environment = { ...process.env, PATH: [`${root}/usr/local/bin`, ...elsewhere].join(delimiter) };

const instructions = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => ({
    name: line.slice(0, line.indexOf(' ')),
    text: line.slice(line.indexOf(' ') + 1).trim(),
  }));

try {
  for (const folder of ['build', 'opt', 'tmp', 'usr/local/bin'])
    mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(process.execPath, join(root, 'usr/local/bin/node'));
  // The users of the image are not those of this machine.
  writeFileSync(join(root, 'usr/local/bin/chown'), '#!/bin/sh\n', { mode: 0o755 });
  let folder = root;
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') {
      folder = inRoot(text);
      mkdirSync(folder, { recursive: true });
    }
    if (name === 'COPY' && !text.startsWith('--from')) copyContext(text, folder);
    if (name === 'RUN')
      execFileSync('bash', ['-euc', inRoot(text)], { cwd: folder, env: environment, stdio: 'inherit' });
  }
  await startAndEnd();
  const size = Math.round(bytesIn(join(root, 'opt/tollgate')) / 1e6);
  process.stdout.write(
    `the recipe of the container: the mock is well and ends; ${size} MB beside the base image\n`,
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** `COPY a b ./` and `COPY . .`, as .dockerignore has it: the last of its lines that fits decides. */
function copyContext(text: string, to: string): void {
  const rules = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  const isIgnored = (path: string) => {
    const last = rules.findLast((rule) => {
      const pattern = rule.replace(/^!/, '');

      return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
    });

    return last !== undefined && !last.startsWith('!');
  };
  for (const source of text.split(' ').slice(0, -1)) {
    cpSync(source, source === '.' ? to : join(to, source), {
      recursive: true,
      filter: (from) => {
        const path = relative('.', from);

        return path === '' || !isIgnored(path);
      },
    });
  }
}

/** What ENTRYPOINT and CMD start, on another port: the check is the one of HEALTHCHECK. */
async function startAndEnd(): Promise<void> {
  const last = (name: string) =>
    instructions.findLast((instruction) => instruction.name === name)?.text ?? '';
  const list = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as [string, ...string[]];
  const [program, ...args] = [...list(last('ENTRYPOINT')), ...list(last('CMD'))];
  const [checker, ...check] = list(last('HEALTHCHECK'));
  const port = String(await findFreePort());
  const mock = spawn(program!, [...args, '--port', port], {
    cwd: join(root, 'work'),
    env: { ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(mock, 'exit');
  try {
    for (let tries = 1; ; tries++) {
      const [code] = await once(
        spawn(
          checker,
          check.map((text) => text.replace('4010', port)),
        ),
        'exit',
      );
      if (code === 0) break;
      if (tries === 30 || mock.exitCode !== null)
        throw new Error('the health check never found the mock well');
      await sleep(500);
    }
    mock.kill('SIGTERM');
    const [code] = await exited;
    if (code !== 0) throw new Error(`expected the mock to end with exit code 0 on SIGTERM, got ${code}`);
  } finally {
    mock.kill('SIGKILL');
  }
}
