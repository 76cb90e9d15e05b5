/** The last requests of a mock, or of one of its worlds, with their answers: what to look at when a client is puzzled. */
import type { Rendered } from '../render.ts';
import type { Asked, Noted } from './noted.ts';
import type { Watchers } from './watchers.ts';

export interface Journal {
  /** How many it keeps; 0 where it is off. */
  readonly size: number;
  readonly note: (asked: Asked, rendered: Rendered) => void;
  /** The oldest first. */
  readonly noted: () => readonly Noted[];
  readonly clear: () => void;
}

/** In bytes. A thousand bodies of the largest size would take a gigabyte. */
const MOST_OF_BODY = 16 * 1024;

/**
 * @param size how many requests to keep; with 0 it keeps none
 * @param watchers told of every request
 */
export function createJournal(size: number, watchers: Watchers<Noted>): Journal {
  /** Once it is full, the oldest stands where the next one will. */
  let ring: Noted[] = [];
  let next = 0;

  return {
    size,
    note(asked, rendered) {
      if (size === 0) return;
      hideSecrets(asked.headers);
      keepText(asked);
      const noted = { asked, rendered, to: performance.now() };
      ring[next] = noted;
      next = next + 1 === size ? 0 : next + 1;
      watchers.tell(noted);
    },
    noted: () => [...ring.slice(next), ...ring.slice(0, next)],
    clear() {
      ring = [];
      next = 0;
    },
  };
}

export const NEVER_KEPT = ['authorization', 'proxy-authorization', 'cookie'] as const;

/** Stands for a value that is not kept. */
const NOT_KEPT = '(not kept)';

/** By now nobody needs them any more, so they are gone from the request itself, and not from a copy. */
function hideSecrets(headers: Asked['headers']): void {
  for (const name of NEVER_KEPT) {
    if (headers[name] !== undefined) headers[name] = NOT_KEPT;
  }
}

/** A buffer has memory outside of the heap: a thousand of them cost the collector more than all the rest that is kept. */
function keepText(asked: Asked): void {
  const { bytes } = asked;
  if (bytes === undefined) return;
  asked.text = bytes.toString('utf8', 0, MOST_OF_BODY);
  if (bytes.length > MOST_OF_BODY) asked.bodyLength = bytes.length;
  asked.bytes = undefined;
}
