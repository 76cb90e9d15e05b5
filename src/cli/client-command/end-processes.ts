/** Ends a command with all that it started: its process group, and processes that have left the group. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Marks the environment of a command, so that processes of a session of their own are found too. */
export const MARK = 'TOLLGATE_RUN';

/** Between two looks at what is still running, in milliseconds. */
const INTERVAL = 25;

export interface CommandProcesses {
  /** The process group: the id of its leader. */
  readonly group: number;
  /** The value of `MARK`. */
  readonly mark: string;
}

/** SIGTERM, and SIGKILL for what is left after the grace. @param grace in milliseconds */
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

/** What runs: process ids, or where the system does not show the processes the group as a negative one. */
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

/** A zombie has ended already; its parent has not collected its exit code yet. */
function isInGroup(id: number, group: number): boolean {
  const text = readOrNothing(`/proc/${id}/stat`);
  // After the name, which may hold anything: state, parent, group.
  const [state, , ofGroup] = text.slice(text.lastIndexOf(')') + 2).split(' ');

  return Number(ofGroup) === group && state !== 'Z';
}

function hasMark(id: number, mark: string): boolean {
  return readOrNothing(`/proc/${id}/environ`).split('\0').includes(`${MARK}=${mark}`);
}

/** Nothing where the process ended, or belongs to another user. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
