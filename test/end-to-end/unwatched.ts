/** The process as a command sees it where nobody watches: no terminal, no environment, and nothing is printed. */
import type { World } from '../../src/cli/command.ts';
import { plain } from '../../src/cli/paint.ts';

export function unwatched(ending: AbortSignal): World {
  return {
    environment: {},
    command: 'tollgate',
    print: () => {},
    warn: () => {},
    progress: () => {},
    ask: undefined,
    paint: plain,
    ending,
    unread: new AbortController().signal,
  };
}
