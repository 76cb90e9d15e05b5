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
  /** When the leader started: no older process is of the command. */
  readonly since: number;
  /** The processes that were seen, each with the time of its start: an id may be used again. */
  readonly seen: Map<number, number>;
  /** Processes without the mark and the file, in the same form: each is examined once. */
  readonly others: Map<number, number>;
}

/** @param group the id of a process that this one has just started, as the leader of a group */
export function createCommandProcesses(group: number, mark: string, file: string): CommandProcesses {
  const since = readStat(group)?.start ?? 0;

  return { group, mark, file, since, seen: new Map(), others: new Map() };
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
  const { group } = processes;
  if (process.platform !== 'linux') return send(-group, 0) ? [-group] : [];
  for (let scans = 1; ; scans += 1) {
    const newest = newestProcess();
    const found = track(processes).filter((each) => isOfCommand(each, processes));
    // A process that started meanwhile is not in the list, and the one that started it may have ended.
    if (found.length > 0 || newest === newestProcess() || scans === MOST_SCANS)
      return found.map(({ id }) => id);
  }
}

function isOfCommand({ id, start }: RunningProcess, { mark, file, since, seen, others }: CommandProcesses) {
  if (seen.has(id)) return true;
  if (start < since || others.get(id) === start) return false;
  if (hasMark(id, mark) || hasFile(id, file)) return true;
  others.set(id, start);

  return false;
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
  /** In ticks since the system started. */
  readonly start: number;
  readonly hasEnded: boolean;
}

/** Adds the processes that belong to those that were seen. @returns all processes of the machine but this one */
function track({ group, seen }: CommandProcesses): readonly RunningProcess[] {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(({ hasEnded }) => !hasEnded);
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

/** Undefined where there is no such process. */
function readStat(id: number): RunningProcess | undefined {
  const text = readOrEmpty(`/proc/${id}/stat`);
  // After the name, which may contain anything; the numbers are those of proc(5), less three.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (state === undefined || state === '') return undefined;
  const numbers = { parent: Number(parent), group: Number(group), session: Number(session) };

  // A zombie has ended, and its parent has not read the exit code yet.
  return { id, ...numbers, start: Number(fields[19]), hasEnded: state === 'Z' };
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
    // Node reads UTF-8 at a third of the cost of other encodings, which matters with hundreds of processes.
    return readFileSync(path, 'utf8');
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
