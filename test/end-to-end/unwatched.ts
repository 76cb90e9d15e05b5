/** The process that a command gets in tests: no terminal, no environment, and no output. */

import { plain } from '../../cli/colors.ts';
import type { CommandContext } from '../../cli/command.ts';

export function unwatched(shutdown: AbortSignal): CommandContext {
  return {
    environment: {},
    command: 'tollgate',
    print: () => {},
    warn: () => {},
    progress: () => {},
    rows: undefined,
    ask: undefined,
    paint: plain,
    shutdown,
    hurry: new AbortController().signal,
    outputClosed: new AbortController().signal,
  };
}
