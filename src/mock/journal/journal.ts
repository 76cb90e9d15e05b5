/** The last requests of a mock and its worlds with their answers, within a budget of bytes that all of them share. */
import type { Rendered } from '../render.ts';
import type { Asked, Noted } from './noted.ts';
import type { Watchers } from './watchers.ts';

export interface Journal {
  /** How many requests it keeps at most; 0 where it is off. */
  readonly size: number;
  readonly note: (asked: Asked, rendered: Rendered) => void;
  /** The oldest first. */
  readonly noted: () => readonly Noted[];
  /** How many requests it has dropped since it was cleared: it keeps the newest only. */
  readonly dropped: () => number;
  readonly clear: () => void;
}

export interface JournalBudget {
  /** For the journal of the mock, and for that of each world: in bytes. */
  readonly each: number;
  /** For all of them together: in bytes. */
  readonly all: number;
}

const MEBIBYTE = 2 ** 20;
const JOURNAL_BUDGET: JournalBudget = { each: 16 * MEBIBYTE, all: 128 * MEBIBYTE };

/** In bytes. Of a larger body, or in characters of a larger answer, the journal keeps the beginning. */
const MOST_OF_BODY = 16 * 1024;

/** A request in a journal, and its neighbours in the order in which the requests of all journals came. */
interface Kept {
  readonly noted: Noted;
  readonly bytes: number;
  /** Drops the oldest request of its journal: of the oldest of all journals, that is this one. */
  readonly dropOldest: () => void;
  older: Kept | undefined;
  newer: Kept | undefined;
}

/**
 * @param size how many requests each journal keeps; with 0 none
 * @param watchers told of every request
 * @returns what makes a journal
 */
export function createJournals(
  size: number,
  watchers: Watchers<Noted>,
  budget: JournalBudget = JOURNAL_BUDGET,
): () => Journal {
  let oldest: Kept | undefined;
  let newest: Kept | undefined;
  let bytesOfAll = 0;

  const add = (kept: Kept) => {
    kept.older = newest;
    if (newest === undefined) oldest = kept;
    else newest.newer = kept;
    newest = kept;
    bytesOfAll += kept.bytes;
  };
  const remove = ({ older, newer, bytes }: Kept) => {
    if (older === undefined) oldest = newer;
    else older.newer = newer;
    if (newer === undefined) newest = older;
    else newer.older = older;
    bytesOfAll -= bytes;
  };

  return () => {
    /** A ring: `count` requests from `first` on. */
    let ring: (Kept | undefined)[] = [];
    let first = 0;
    let count = 0;
    let bytes = 0;
    let dropped = 0;

    const all = () =>
      Array.from({ length: count }, (_, at) => ring[(first + at) % size]).filter(
        (kept) => kept !== undefined,
      );
    const dropOldest = () => {
      const kept = ring[first];
      if (kept === undefined) return;
      ring[first] = undefined;
      first = (first + 1) % size;
      count -= 1;
      bytes -= kept.bytes;
      dropped += 1;
      remove(kept);
    };

    return {
      size,
      note(asked, rendered) {
        if (size === 0) return;
        hideSecrets(asked.headers);
        keepText(asked);
        const noted = { asked, rendered: keepBeginning(rendered), to: performance.now() };
        const kept = { noted, bytes: bytesOf(noted), dropOldest, older: undefined, newer: undefined };
        if (count === size) dropOldest();
        ring[(first + count) % size] = kept;
        count += 1;
        bytes += kept.bytes;
        add(kept);
        while (bytes > budget.each) dropOldest();
        while (bytesOfAll > budget.all) oldest?.dropOldest();
        watchers.tell(noted);
      },
      noted: () => all().map(({ noted }) => noted),
      dropped: () => dropped,
      clear() {
        all().forEach(remove);
        ring = [];
        first = 0;
        count = 0;
        bytes = 0;
        dropped = 0;
      },
    };
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

function keepBeginning(rendered: Rendered): Rendered {
  const { text, refusal } = rendered;
  const isLong = text.length > MOST_OF_BODY;
  const violations = refusal?.violations ?? [];
  if (!isLong && violations.length <= MOST_VIOLATIONS) return rendered;

  return {
    ...rendered,
    // By way of a buffer: a slice would keep the whole text in memory.
    text: isLong ? Buffer.from(text.slice(0, MOST_OF_BODY)).toString() : text,
    ...(refusal && { refusal: { ...refusal, violations: violations.slice(0, MOST_VIOLATIONS) } }),
  };
}

/** A body of a mebibyte can break the contract half a million times. */
const MOST_VIOLATIONS = 100;

/** What the objects of a request, of a header and of a violation take apart from their texts, in bytes. */
const OBJECTS = { request: 1024, header: 64, violation: 256 };

/** An estimate of what a request takes in memory, rather too high: two bytes for each character of what the client sent. */
function bytesOf({ asked: { url = '', headers, text = '' }, rendered }: Noted): number {
  let bytes = OBJECTS.request + 2 * (url.length + text.length + rendered.text.length);
  for (const name in headers) bytes += OBJECTS.header + name.length + 2 * String(headers[name]).length;
  const { refusal, overlooked = [] } = rendered;
  for (const { pointer, expected, got } of [...(refusal?.violations ?? []), ...overlooked])
    bytes += OBJECTS.violation + 2 * (pointer.length + expected.length + got.length);

  return bytes;
}
