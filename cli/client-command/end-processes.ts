/** Ends a command and all processes that it started, in its process group or outside of it. */
import { openSync, readdirSync, readFileSync, readlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The environment variable that identifies processes of a command after they left its process group. */
export const MARK = 'TOLLGATE_RUN';

/** Milliseconds between two checks of what still runs. */
const INTERVAL = 25;

/** Where other programs start processes all the time. */
const MOST_SCANS = 20;

/** Milliseconds between two looks at the children of a running command. */
const TRACKING = 100;

export interface CommandProcesses {
  /** The process group: the id of its leader. */
  readonly group: number;
  /** The value of `MARK`. */
  readonly mark: string;
  /** The path of the file of `openInherited`. */
  readonly file: string;
  /** The processes that were seen, each with the time of its start: an id may be used again. */
  readonly seen: Map<number, string>;
}

/**
 * Opens a file without a name and content for a command: a process that has it open was started by the command, also where it
 * has cleared its environment.
 */
export function openInherited(mark: string): { readonly descriptor: number; readonly path: string } {
  const path = join(tmpdir(), `tollgate-run-${mark}`);
  const descriptor = openSync(path, 'wx', 0o600);
  unlinkSync(path);

  return { descriptor, path };
}

/** Remembers the processes that the command starts, while it is known whose children they are. @returns what ends it */
export function trackProcesses(processes: CommandProcesses): () => void {
  if (process.platform !== 'linux') return () => {};
  const timer = setInterval(() => track(processes), TRACKING).unref();

  return () => clearInterval(timer);
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
function targetsOf(processes: CommandProcesses): readonly number[] {
  const { group, mark, file, seen } = processes;
  if (process.platform !== 'linux') return send(-group, 0) ? [-group] : [];
  for (let scans = 1; ; scans += 1) {
    const newest = newestProcess();
    const found = track(processes).filter(({ id }) => seen.has(id) || hasMark(id, mark) || hasFile(id, file));
    // A process that started meanwhile is not in the list, and the one that started it may have ended.
    if (found.length > 0 || newest === newestProcess() || scans === MOST_SCANS)
      return found.map(({ id }) => id);
  }
}

/** The id of the process that the system started last. */
function newestProcess(): string | undefined {
  return readOrEmpty('/proc/loadavg').trim().split(' ').at(-1);
}

interface RunningProcess {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly start: string;
}

/** Adds the processes that belong to those that were seen. @returns all processes of the machine but this one */
function track({ group, seen }: CommandProcesses): readonly RunningProcess[] {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => readProcess(Number(name)));
  const starts = new Map(running.map(({ id, start }) => [id, start]));
  for (const [id, start] of seen) if (starts.get(id) !== start) seen.delete(id);
  // A child may be listed before its parent.
  for (let size = -1; size < seen.size; ) {
    size = seen.size;
    for (const { id, start, ...of } of running)
      if (of.group === group || seen.has(of.parent) || seen.has(of.session)) seen.set(id, start);
  }

  return running;
}

/** Without zombies: they have ended, and their parent has not read the exit code yet. */
function readProcess(id: number): readonly RunningProcess[] {
  const text = readOrEmpty(`/proc/${id}/stat`);
  // After the name, which may contain anything; the numbers are those of proc(5), less three.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (state === undefined || state === '' || state === 'Z') return [];

  return [
    {
      id,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      start: fields[19] ?? '',
    },
  ];
}

function send(id: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

function hasMark(id: number, mark: string): boolean {
  return readOrEmpty(`/proc/${id}/environ`).split('\0').includes(`${MARK}=${mark}`);
}

/** Whether it has this file open, or had it until the file lost its name. */
function hasFile(id: number, path: string): boolean {
  try {
    return readdirSync(`/proc/${id}/fd`).some((name) =>
      linkOrEmpty(`/proc/${id}/fd/${name}`).startsWith(path),
    );
  } catch {
    return false;
  }
}

/** Empty if the process has ended or belongs to another user. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function linkOrEmpty(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
