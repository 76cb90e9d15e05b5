/** Notices changed files by looking at them at intervals: works on file systems without notifications, and for editors that replace files. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './files.ts';

/** Milliseconds between two looks. */
const INTERVAL = 250;

/** The state of each path; equal texts are equal states. */
export type Snapshot = ReadonlyMap<string, string>;

/**
 * Resolves with the first snapshot in which a path that counts differs from the base, as soon as two looks in a row see the
 * same: a file half written, or missing while it is replaced, does not count. Undefined where the signal came first.
 */
export async function whenChanged(
  base: Snapshot,
  look: () => Snapshot,
  signal: AbortSignal,
  counts: (path: string) => boolean = () => true,
  interval: number = INTERVAL,
): Promise<Snapshot | undefined> {
  for (let last = base; !signal.aborted; ) {
    await pause(interval, undefined, { signal }).catch(() => undefined);
    const seen = look();
    const isSettled = differing(last, seen).length === 0;
    if ((isSettled || signal.aborted) && differing(base, seen).some(counts)) return seen;
    last = seen;
  }

  return undefined;
}

/** The paths whose states differ. */
export function differing(one: Snapshot, other: Snapshot): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

/** The state of a file by its content, also where size and time stay the same. That of a pipe, which can be read only once, is `known`. */
export function contentOf(path: string, known: string): string {
  try {
    const found = statSync(path);

    return found.isFile() || found.isDirectory() ? readFileSync(path, 'utf8') : known;
  } catch (cause) {
    return `${UNREADABLE}${codeOf(cause)}`;
  }
}

/** No text of a file begins with it. */
const UNREADABLE = '\ufffe';

/** The code of the system where the file could not be read, such as ENOENT. */
export function unreadableCode(content: string): string | undefined {
  return content.startsWith(UNREADABLE) ? content.slice(UNREADABLE.length) : undefined;
}

/** Files by time and size, in number. */
export function statesOf(paths: Iterable<string>): Snapshot {
  return new Map(
    [...paths].map((path) => {
      const { mtimeMs, size, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};

      return [path, `${mtimeMs} ${size} ${ino}`];
    }),
  );
}

/** Folders that no editor writes sources to. */
const SKIPPED = /^(?:\.|node_modules$|__pycache__$|coverage$|dist$|build$|target$)/;

const MOST_FILES = 20_000;

/** The files below a folder that may be sources. */
export function filesBelow(folder: string): readonly string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined && files.length < MOST_FILES; at = folders.pop())
    for (const entry of entriesOf(at)) {
      if (SKIPPED.test(entry.name)) continue;
      if (entry.isDirectory()) folders.push(join(at, entry.name));
      else if (entry.isFile()) files.push(join(at, entry.name));
    }

  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
