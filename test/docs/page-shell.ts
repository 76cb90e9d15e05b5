/** Runs the blocks of a page in one bash, as a reader's terminal does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageFolder } from './page-folder.ts';

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
