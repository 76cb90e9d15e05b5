/** Finds exchanges that were recorded twice: by a page and its service worker, or in two files. Memory is bounded. */
import { hash } from 'node:crypto';
import { createRecentMap } from '../recent-map.ts';
import type { ReadEntry } from './read-entry.ts';

/** The file of an entry. */
interface EntryFile {
  readonly index: number;
  /** Whether the recorder wrote every exchange once. */
  readonly isExact: boolean;
}

/** @returns whether the exchange was read before */
export type DuplicateFilter = (entry: ReadEntry, file: EntryFile) => boolean;

/** The most exchanges of a generation. Two generations are kept. */
const MOST_KEPT = 2_000;

/** In characters; longer bodies are kept as their hash. */
const LONGEST_BODY = 1_000;

/** How far the clocks of two recorders may differ, in milliseconds. */
const CLOCK_DIFFERENCE = 60_000;

interface KeptTimes {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly file: EntryFile;
  readonly hasWorker: boolean;
  /** Method, address and status. */
  readonly rest: string;
}

export function createDuplicateFilter(): DuplicateFilter {
  /** Keyed by both bodies. */
  const kept = createRecentMap<KeptTimes>();
  let count = 0;

  return ({ event, hasWorker }, file) => {
    if (event.kind !== 'exchange') return false;
    const { request, response, startedAt, endedAt } = event.exchange;
    const key = `${shorten(request.body ?? '')}\n${shorten(response.body)}`;
    const before = kept.get(key);
    const now = {
      ...{ startedAt, endedAt, file, hasWorker },
      rest: `${request.method} ${request.url} ${response.status}`,
    };
    if (before !== undefined && before.rest === now.rest && isSame(before, now)) return true;
    kept.set(key, now);
    count = (count + 1) % MOST_KEPT;
    if (count === 0) kept.age();

    return false;
  };
}

function shorten(body: string): string {
  return body.length < LONGEST_BODY ? body : hash('sha1', body);
}

/** Whether equal exchanges overlap, and two files or a service worker explain it: a client may repeat a request. */
function isSame(a: KeptTimes, b: KeptTimes): boolean {
  const isOneFile = a.file.index === b.file.index;
  if (isOneFile && a.file.isExact) return false;
  if (a.startedAt === b.startedAt && a.endedAt === b.endedAt) return true;
  const slack = isOneFile ? 0 : CLOCK_DIFFERENCE;
  const meet = a.startedAt <= b.endedAt + slack && b.startedAt <= a.endedAt + slack;

  return meet && (!isOneFile || a.hasWorker || b.hasWorker);
}
