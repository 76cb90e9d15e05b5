/** Ends a command and all processes that it started, in its process group or outside of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The environment variable that identifies processes of a command after they left its process group. */
export const MARK = 'TOLLGATE_RUN';

/** Milliseconds between two checks of what still runs. */
const INTERVAL = 25;

export interface CommandProcesses {
  /** The process group: the id of its leader. */
  readonly group: number;
  /** The value of `MARK`. */
  readonly mark: string;
}

/** Sends SIGTERM, and SIGKILL to what still runs after the grace. @param grace in milliseconds */
export async function endProcesses(processes: CommandProcesses, grace: number): Promise<void> {
  if (!signalProcesses(processes, 'SIGTERM')) return;
  for (let waited = 0; waited < grace; waited += INTERVAL) {
    await pause(INTERVAL);
    if (targetsOf(processes).length === 0) return;
  }
  signalProcesses(processes, 'SIGKILL');
}

/** @returns whether there was a process to signal */
export function signalProcesses(processes: CommandProcesses, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  return targetsOf(processes).filter((id) => send(id, signal)).length > 0;
}

/** The ids of the running processes; where the system does not list processes, the negative id of the group. */
function targetsOf({ group, mark }: CommandProcesses): readonly number[] {
  if (process.platform !== 'linux') return send(-group, 0) ? [-group] : [];

  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => id !== process.pid && (isInGroup(id, group) || hasMark(id, mark)));
}

function send(id: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

/** Without zombies: they have ended, and their parent has not read the exit code yet. */
function isInGroup(id: number, group: number): boolean {
  const text = readOrEmpty(`/proc/${id}/stat`);
  // After the name, which may contain anything: state, parent, group.
  const [state, , ofGroup] = text.slice(text.lastIndexOf(')') + 2).split(' ');

  return Number(ofGroup) === group && state !== 'Z';
}

function hasMark(id: number, mark: string): boolean {
  return readOrEmpty(`/proc/${id}/environ`).split('\0').includes(`${MARK}=${mark}`);
}

/** Empty if the process has ended or belongs to another user. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
