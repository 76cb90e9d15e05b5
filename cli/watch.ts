/** Notices changed files by looking at them at intervals: works on file systems without notifications, and for editors that replace files. */
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks. */
const INTERVAL = 250;

/** The state of each path; equal texts are equal states. */
export type Snapshot = ReadonlyMap<string, string>;

/**
 * Resolves with the first snapshot that differs from the base, as soon as two looks in a row see the same: a file half written,
 * or missing while it is replaced, does not count. Undefined where the signal came first.
 */
export async function whenChanged(
  base: Snapshot,
  look: () => Snapshot,
  signal: AbortSignal,
  interval: number = INTERVAL,
): Promise<Snapshot | undefined> {
  for (let last = base; !signal.aborted; ) {
    await pause(interval, undefined, { signal }).catch(() => undefined);
    const seen = look();
    const isSettled = differing(last, seen).length === 0;
    if ((isSettled || signal.aborted) && differing(base, seen).length > 0) return seen;
    last = seen;
  }

  return undefined;
}

/** The paths whose states differ. */
export function differing(one: Snapshot, other: Snapshot): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

/** Files by time, size and number. A pipe, which can be read only once, never changes. */
export function statesOf(paths: Iterable<string>): Snapshot {
  return new Map(
    [...paths].map((path) => {
      const found = statSync(path, { throwIfNoEntry: false, bigint: true });
      const isFile = found?.isFile() ?? true;

      return [path, isFile ? `${found?.mtimeNs} ${found?.ctimeNs} ${found?.size} ${found?.ino}` : ''];
    }),
  );
}

/** Device and number of the file at a path or behind a descriptor; undefined of anything else, and where there is none. */
export function idOf(file: string | number): string | undefined {
  try {
    const found = typeof file === 'number' ? fstatSync(file) : statSync(file, { throwIfNoEntry: false });

    return found?.isFile() ? `${found.dev} ${found.ino}` : undefined;
  } catch {
    return undefined;
  }
}

/** The files that standard output and standard error are redirected to. */
export function filesOfOutput(): readonly string[] {
  return [1, 2].flatMap((descriptor) => idOf(descriptor) ?? []);
}

/** Of the end of a file, in bytes. */
const LONGEST_END = 65_536;

/** Shorter lines may be anywhere. */
const SHORTEST_LINE = 20;

/** Whether a file ends with lines of this text: a command such as `| tee FILE` writes there what was printed. */
export function endsWithLinesOf(text: string, path: string): boolean {
  const lines = text.split('\n').filter((line) => line.length >= SHORTEST_LINE);
  const end = endOf(path);

  return lines.some((line) => end.includes(line));
}

/** Empty where the file is gone, or cannot be read. */
function endOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const end = Buffer.alloc(LONGEST_END);
      const { size } = fstatSync(file);

      return end.toString('utf8', 0, readSync(file, end, 0, LONGEST_END, Math.max(0, size - LONGEST_END)));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** Folders that no editor writes sources to. */
const SKIPPED = /^(?:\.|node_modules$|__pycache__$|coverage$|dist$|build$|target$)/;

/** The files below a folder that may be sources. */
export function filesBelow(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (SKIPPED.test(entry.name)) return [];
    if (entry.isFile()) return [path];

    return entry.isDirectory() ? filesBelow(path) : [];
  });
}

/** None of a folder that was removed, or cannot be read. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
