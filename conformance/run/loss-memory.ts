/** Remembers the requests of a run that got no answer, those first that never get one. */
import type { Reply } from '../conversation.ts';
import { isDocumented } from '../manner.ts';
import type { Called } from '../vocabulary.ts';
import { calledFor } from './called.ts';

export interface LossMemory {
  /** @param earlier the replies of the same conversation before this one */
  note(reply: Reply, earlier: readonly Reply[]): void;
  /** Calls that were lost, each once: the calls that were answered at other times come last. */
  readonly unanswered: readonly Called[];
  /** Requests that were lost, repetitions included. */
  readonly count: number;
}

/** Calls kept: a deployment that loses more loses all. */
const MOST_KEPT = 200;
/** Characters: a service may close the connection on a larger body, or a slow line may not carry it in time. */
const LARGEST_BODY = 16_384;

export function createLossMemory(): LossMemory {
  const lost = new Map<string, { readonly call: Called; answered: number }>();
  let count = 0;

  return {
    note(reply, earlier) {
      const key = JSON.stringify([reply.operation, reply.sent, reply.manner]);
      if (key.length > LARGEST_BODY) return;
      const known = lost.get(key);
      if (!isLoss(reply)) {
        if (known !== undefined && reply.answer.kind === 'answered') known.answered++;
        return;
      }
      count++;
      if (known === undefined && lost.size < MOST_KEPT)
        lost.set(key, { call: calledFor(reply, earlier), answered: 0 });
    },
    get count() {
      return count;
    },
    get unanswered() {
      return [...lost.values()]
        .toSorted((one, other) => one.answered - other.answered)
        .map(({ call }) => call);
    },
  };
}

/** Only to a call as documented does a redirect to another origin, or an endless page, leave the question open. */
function isLoss({ answer, manner }: Reply): boolean {
  if (answer.kind === 'answered' || answer.cause === 'proxy' || answer.cause === 'throttled') return false;

  return isDocumented(manner) || (answer.cause !== 'redirected-away' && answer.cause !== 'too-large');
}
