/** The process that a command gets in tests: no terminal, no environment, and no output. */

import { plain } from '../../cli/colors.ts';
import type { CommandContext } from '../../cli/command.ts';
import { runProgram } from '../../cli/program.ts';

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
    run: runProgram,
    shutdown,
    hurry: new AbortController().signal,
    outputClosed: new AbortController().signal,
  };
}
