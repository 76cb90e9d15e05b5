/** Watches a file by reading it at intervals. */
import { readFile, stat } from 'node:fs/promises';
import { createDebounce, type FileState } from './debounce.ts';
import { codeOf } from './files.ts';

/** In milliseconds, from the end of one look to the next. */
const INTERVAL = 200;

export interface Watch {
  readonly stop: () => void;
}

/**
 * Looks at the content alone, by the file's path: that holds for editors that put another file in its place, for
 * links that are turned elsewhere, for containers and file systems that tell nobody of changes, and for clocks too
 * coarse to tell two edits apart. It does not keep the process alive.
 *
 * @param text what the file held when it was last read
 * @param onChange is awaited before the next look; never throws
 */
export function watchFile(path: string, text: string, onChange: (seen: FileState) => Promise<void>): Watch {
  const settle = createDebounce({ kind: 'text', text });
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async () => {
    const seen = await see(path);
    const changed = isStopped || seen === undefined ? undefined : settle(seen);
    if (changed !== undefined) await onChange(changed);
    if (!isStopped) rest();
  };
  const rest = () => {
    timer = setTimeout(() => void look(), INTERVAL).unref();
  };
  rest();

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Nothing where it is a pipe, such as bash's `<(…)`, which can be read but once. */
async function see(path: string): Promise<FileState | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() || found.isDirectory()
      ? { kind: 'text', text: await readFile(path, 'utf8') }
      : undefined;
  } catch (cause) {
    return { kind: 'unreadable', code: codeOf(cause) };
  }
}
