/** Finds and ends the processes of a command: its process group, and on Linux also those that left the group. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The environment variable that identifies processes of a command after they left its process group. */
export const MARK = 'TOLLGATE_RUN';

export interface CommandProcesses {
  /** The process group: the id of its leader. */
  readonly group: number;
  /** The value of `MARK`. */
  readonly mark: string;
}

/** Milliseconds between two checks of what still runs. */
const INTERVAL = 25;

/** A process that waits for a device ends only later. */
const MOST_KILLS = 20;

/** Sends SIGTERM, and SIGKILL to what still runs after the grace. @param grace in milliseconds */
export async function endProcesses(processes: CommandProcesses, grace: number): Promise<void> {
  if (!signalProcesses(processes, 'SIGTERM')) return;
  for (let waited = 0; waited < grace; waited += INTERVAL) {
    await pause(INTERVAL);
    if (!signalProcesses(processes, 0)) return;
  }
  // A process may start another one meanwhile.
  for (let tries = 0; tries < MOST_KILLS && signalProcesses(processes, 'SIGKILL'); tries++)
    await pause(INTERVAL);
}

/** @returns whether there was a process to signal */
export function signalProcesses(
  { group, mark }: CommandProcesses,
  signal: 'SIGTERM' | 'SIGKILL' | 0,
): boolean {
  const targets = process.platform === 'linux' ? runningOf(group, mark) : [-group];

  return targets.filter((id) => send(id, signal)).length > 0;
}

/** The processes in the group, those with the mark, and their descendants, which may have cleared their environment. */
function runningOf(group: number, mark: string): readonly number[] {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`);
      // After the name, which may contain anything: proc(5).
      const [state, parent, ofGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');

      return { id: Number(name), state, parent: Number(parent), group: Number(ofGroup) };
    })
    // A zombie has ended, and its parent has not read the exit code yet.
    .filter(({ state }) => state && state !== 'Z');
  const found = new Set(
    running.filter((one) => one.group === group || hasMark(one.id, mark)).map(({ id }) => id),
  );
  // A child may be listed before its parent.
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { id, parent } of running) if (found.has(parent)) found.add(id);
  }

  return [...found];
}

function hasMark(id: number, mark: string): boolean {
  return readOrEmpty(`/proc/${id}/environ`).split('\0').includes(`${MARK}=${mark}`);
}

/** Empty if the process has ended or belongs to another user. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function send(id: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}
