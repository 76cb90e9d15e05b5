/** Watches a file by reading it at intervals. */
import { readFile, stat } from 'node:fs/promises';
import { codeOf } from './files.ts';

/** Milliseconds between two reads. */
const INTERVAL = 200;

export interface Watch {
  readonly stop: () => void;
}

/**
 * Compares the content at the path. This works for editors that replace the file, for changed links, for file systems
 * without notifications, and for two edits within one tick of the clock. It does not keep the process alive.
 *
 * @param text the content when it was last read
 * @param onChange is awaited before the next read; never throws
 */
export function watchFile(path: string, text: string, onChange: (seen: FileState) => Promise<void>): Watch {
  const debounce = createDebounce({ kind: 'text', text });
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const seen = await readState(path);
    const changed = isStopped || seen === undefined ? undefined : debounce(seen);
    if (changed !== undefined) await onChange(changed);
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => void check(), INTERVAL).unref();
  };
  schedule();

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Undefined for a pipe, such as bash's `<(…)`, which can be read only once. */
async function readState(path: string): Promise<FileState | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() || found.isDirectory()
      ? { kind: 'text', text: await readFile(path, 'utf8') }
      : undefined;
  } catch (cause) {
    return { kind: 'unreadable', code: codeOf(cause) };
  }
}

/** The result of reading a file. */
export type FileState =
  | { readonly kind: 'text'; readonly text: string }
  /** `code` is the system's, such as ENOENT. */
  | { readonly kind: 'unreadable'; readonly code: string };

/**
 * Ignores a state that lasts for one read only: a file half written, or missing while it is replaced.
 *
 * @returns a function that takes each read state. It returns a new state once, when two reads in a row have it; otherwise undefined
 */
export function createDebounce(initial: FileState): (seen: FileState) => FileState | undefined {
  let current = initial;
  let last = initial;

  return (seen) => {
    const isSettled = isSame(seen, last);
    last = seen;
    if (!isSettled || isSame(seen, current)) return undefined;
    current = seen;

    return seen;
  };
}

function isSame(one: FileState, other: FileState): boolean {
  return one.kind === 'text'
    ? other.kind === 'text' && one.text === other.text
    : other.kind === 'unreadable' && one.code === other.code;
}
