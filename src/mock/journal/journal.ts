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
      const noted = { asked: withoutSecrets(asked), rendered, to: performance.now() };
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
function withoutSecrets(asked: Asked): Asked {
  const { headers, bytes } = asked;
  for (const name of NEVER_KEPT) {
    if (headers[name] !== undefined) headers[name] = NOT_KEPT;
  }
  if (bytes === undefined || bytes.length <= MOST_OF_BODY) return asked;

  // A copy: a part of a buffer keeps the whole.
  return { ...asked, bytes: Buffer.from(bytes.subarray(0, MOST_OF_BODY)), bodyLength: bytes.length };
}
