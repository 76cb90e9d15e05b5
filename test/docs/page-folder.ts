/** Makes the folder in which the blocks of a page run, with a reader's files and commands. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../support/root.ts';

export interface PageFolder extends Disposable {
  readonly path: string;
  /** The folder for the runner's own files. */
  readonly hidden: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The files that a reader of any page has. */
const AT_HAND = ['fixtures', 'examples', 'openapi.yaml', 'merchants.schema.json', 'report.schema.json'];

/** The files that a contributor has. */
const CLONE = [
  'cli',
  'src',
  'conformance',
  'build',
  'test',
  'fixtures',
  'docs',
  'package.json',
  'openapi.yaml',
];
const CONFIGURATIONS = [
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
  'biome.json',
  'knip.json',
];
const OTHERS = ['merchants.schema.json', 'report.schema.json', '.gitignore'];

export type Place = 'project' | 'clone';

export function pageFolder(
  place: Place,
  mockPort: number,
  known: Readonly<Record<string, string>>,
): PageFolder {
  const whole = mkdtempSync(join(tmpdir(), 'tollgate-docs-'));
  const path = join(whole, 'here');
  const hidden = join(whole, 'hidden');
  mkdirSync(path);
  mkdirSync(hidden);
  if (place === 'clone') layClone(path);
  else layProject(path);
  const bin = layCommands(hidden, place === 'clone' ? path : ROOT);
  const { PATH = '', HOME, TMPDIR, LANG } = process.env;
  const search = [bin, dirname(process.execPath), join(ROOT, 'node_modules/.bin'), PATH];

  return {
    path,
    hidden,
    environment: {
      PATH: search.join(delimiter),
      ...(HOME === undefined ? {} : { HOME }),
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      LANG: LANG ?? 'C.UTF-8',
      NO_COLOR: '1',
      DOCS_MOCK_PORT: String(mockPort),
      ...known,
    },
    [Symbol.dispose]: () => rmSync(whole, { recursive: true, force: true }),
  };
}

function layClone(path: string): void {
  for (const name of [...CLONE, ...CONFIGURATIONS, ...OTHERS])
    cpSync(join(ROOT, name), join(path, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
}

function layProject(path: string): void {
  for (const name of AT_HAND) symlinkSync(join(ROOT, name), join(path, name));
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }\n');
  layPackages(path);
}

/** The packages that a snippet may import: this one, from its source, and those that it installs. */
export function layPackages(path: string): void {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const fromSource = Object.entries(manifest.exports).map(([name, target]) => [
    name,
    typeof target === 'string' ? target : target.default.replace(/^\.\/dist\/(.*)\.js$/, './$1.ts'),
  ]);
  const tollgate = join(path, 'node_modules/tollgate');
  mkdirSync(tollgate, { recursive: true });
  writeFileSync(
    join(tollgate, 'package.json'),
    JSON.stringify({ name: 'tollgate', type: 'module', exports: Object.fromEntries(fromSource) }),
  );
  for (const name of ['cli', 'src', 'conformance', ...AT_HAND])
    symlinkSync(join(ROOT, name), join(tollgate, name));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    mkdirSync(dirname(join(path, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(path, 'node_modules', name));
  }
}

/** Replaces `tollgate` with its source on a free port, and `npm` where it would install or test. */
function layCommands(hidden: string, clone: string): string {
  const bin = join(hidden, 'bin');
  mkdirSync(bin);
  const commands = {
    tollgate: `
case " $* " in
  *' --port'*) ;;
  ' mock '*) set -- "$@" --port "$DOCS_MOCK_PORT" ;;
  *' http'*) ;;
  ' tail '*) set -- "$@" "http://127.0.0.1:$DOCS_MOCK_PORT" ;;
esac
exec '${process.execPath}' '${clone}/cli/tollgate.js' "$@"`,
    npm: `
case "$*" in
  ci | install | test) exit 0 ;; # it is installed, and this is its test
  'start' | 'start -- '*) shift; [ $# -eq 0 ] || shift; exec tollgate mock "$@" ;;
  'run -s tollgate -- '*) shift 4; exec tollgate "$@" ;;
esac
exec "$(PATH="\${PATH#*:}" command -v npm)" "$@"`,
    npx: `
[ "$1" = tollgate ] || [ "$1" = vitest ] || { echo "npx: only tollgate and vitest are here, not $1" >&2; exit 127; }
exec "$@"`,
  };
  for (const [name, script] of Object.entries(commands))
    writeFileSync(join(bin, name), `#!/bin/bash${script}\n`, { mode: 0o755 });

  return bin;
}

// Runs the blocks of a page in one bash, as a reader's terminal does.

/** A command that failed: its exit code, and its line within the block. */
export interface FailedCommand {
  readonly code: number;
  readonly line: number;
}

export interface Printed {
  /** The output of both streams. */
  readonly text: string;
  readonly failed: readonly FailedCommand[];
}

export interface Server {
  readonly printed: () => string;
  /** @throws Error where bash has ended, or prints nothing for too long */
  readonly until: (isThere: () => boolean | Promise<boolean>) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface PageShell extends AsyncDisposable {
  readonly run: (code: string) => Promise<Printed>;
  readonly start: (code: string) => Promise<Server>;
}

/** Time limits, in milliseconds: far longer than a block takes on a busy machine, or than a server prints nothing. */
const AT_MOST = 80_000;
const QUIET_AT_MOST = 30_000;
const LOOK_EVERY = 30;

export function openShell({ path, hidden, environment }: PageFolder): PageShell {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: path,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  // If this process is killed, bash reads no further, and ends its children.
  bash.stdin.write(`trap 'for job in $(jobs -p); do kill -- -$job; done' EXIT\n`);
  const lines = createInterface({ input: bash.stdout });
  const gone = once(bash, 'exit').then(() => {
    throw new Error('this block ended the shell: a reader would lose theirs');
  });
  gone.catch(() => {});
  const groups = new Set<number>();
  let blocks = 0;

  const tell = async (script: string): Promise<string> => {
    const line = once(lines, 'line');
    bash.stdin.write(`${script}\n`);
    const [said] = await inTime(Promise.race([line, gone]));

    return said as string;
  };
  const keep = (code: string) => {
    const file = join(hidden, `block-${++blocks}`);
    const output = `${file}.out`;
    writeFileSync(file, code);
    // A server that has just been started may not have created it yet.
    writeFileSync(output, '');

    return { file, output };
  };

  return {
    async run(code) {
      const { file, output } = keep(code);
      const failed = await tell(`_failed=
trap '_code=$?; [ "\${BASH_SOURCE[0]}" != "${file}" ] || _failed+=" $_code@$LINENO"' ERR
source '${file}' > '${output}' 2>&1 < /dev/null
trap - ERR; echo "failed:$_failed"`);

      return { text: readFileSync(output, 'utf8'), failed: readFailed(failed) };
    },
    async start(code) {
      const { file, output } = keep(code);
      const said = await tell(
        `set -m; { source '${file}'; } > '${output}' 2>&1 < /dev/null & set +m; echo "group:$!"`,
      );
      const group = Number(said.replace('group:', ''));
      groups.add(group);
      const printed = () => readFileSync(output, 'utf8');

      return {
        printed,
        until: async (isThere) => {
          let said = printed();
          for (let quiet = 0; !(await isThere()); quiet += LOOK_EVERY) {
            if (!isAlive(group))
              throw new Error(`expected a server that goes on, and it ended: ${printed()}`);
            if (quiet > QUIET_AT_MOST) throw new Error(`expected more of a server than\n${printed()}`);
            if (printed() !== said) quiet = 0;
            said = printed();
            await sleep(LOOK_EVERY);
          }
        },
        stop: () => end(group).then(() => void groups.delete(group)),
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...groups].map(end));
      if (bash.exitCode === null && bash.pid !== undefined) signal(bash.pid, 'SIGKILL');
    },
  };
}

/** Whether a server listens there. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function readFailed(said: string): readonly FailedCommand[] {
  return [...said.matchAll(/(\d+)@(\d+)/g)].map(([, code, line]) => ({
    code: Number(code),
    line: Number(line),
  }));
}

async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  const stop = new AbortController();
  const late = sleep(AT_MOST, undefined, { signal: stop.signal }).then(() => {
    throw new Error('this block does not end: is it a server, for <!-- start -->?');
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    stop.abort();
  }
}

/** Ends all processes of a group: as Ctrl-C does, then by force. */
async function end(group: number): Promise<void> {
  signal(group, 'SIGINT');
  for (let waited = 0; waited < 3000 && isAlive(group); waited += LOOK_EVERY) await sleep(LOOK_EVERY);
  signal(group, 'SIGKILL');
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // The group is gone already.
  }
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
