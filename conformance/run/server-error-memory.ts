/** Remembers the server errors of a run; those close together are one outage, which separate ones are not. */
import type { Reply, Step } from '../conversation.ts';
import { hasServerFailed } from '../expect.ts';

interface ServerError {
  readonly reply: Reply;
  readonly step: Step;
}

export interface ServerErrorMemory {
  note(reply: Reply, step: Step): void;
  /** The first server error of each outage. */
  readonly outages: readonly ServerError[];
  /** Answers noted. */
  readonly noted: number;
}

/** Answers without a server error after which an outage is over. */
const BETWEEN = 20;

export function createServerErrorMemory(): ServerErrorMemory {
  const outages: ServerError[] = [];
  let noted = 0;
  let last = Number.NEGATIVE_INFINITY;

  return {
    note(reply, step) {
      noted++;
      if (!hasServerFailed(reply)) return;
      if (noted - last > BETWEEN) outages.push({ reply, step });
      last = noted;
    },
    outages,
    get noted() {
      return noted;
    },
  };
}
