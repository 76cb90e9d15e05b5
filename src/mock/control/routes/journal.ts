/** The last requests and what came of them, and following those to come. */
import { Readable } from 'node:stream';
import { type JournalEntry, toEntry } from '../../journal/entry.ts';
import type { Noted } from '../../journal/noted.ts';
import { type ControlRoute, type Inside, told } from '../ask.ts';
import { type Fits, readFilter } from '../journal-filter.ts';
import { droppedIn, isIn, notedIn, readWorld, refuseWithoutJournal } from '../journal-of.ts';
import { mapInTurns } from '../map-in-turns.ts';
import { countOf, parametersOf, Unusable } from '../unusable.ts';

const path = '/journal';

export const readJournal: ControlRoute = {
  method: 'GET',
  path,
  summary:
    'The last requests with what was wrong with each, the oldest first. ?path= method= status=4xx merchant= rule= body.FIELD=VALUE world= since=REQUESTID limit=N; ?follow=true goes on, one line of JSON each.',

  async answer({ query }, inside) {
    const fits = readFilter(query, ['since', 'limit', 'follow', 'world']);
    const limit = countOf(query, 'limit', { min: 0, max: 1_000_000 });
    const world = readWorld(query, inside);
    const isFollowed = readFollow(query);
    const refused = refuseWithoutJournal(inside);
    if (refused !== undefined) return refused;
    const since = after(query.get('since'), notedIn(world, inside)).filter(fits);
    const last = limit === undefined ? since : since.slice(Math.max(0, since.length - limit));
    if (isFollowed) return { kind: 'streamed', lines: follow(last, fits, world, inside) };

    const counts = { matched: since.length, ...droppedIn(world, inside) };

    return told({ ...counts, entries: await mapInTurns(last, toEntry) });
  },
};

export const clearJournal: ControlRoute = {
  method: 'DELETE',
  path,
  summary: 'Empties the journal.',
  answer({ query }, { world }) {
    parametersOf(query, []);
    world.journal.clear();

    return told(undefined);
  },
};

function readFollow(query: URLSearchParams): boolean {
  const follow = query.get('follow');
  if (follow !== null && follow !== 'true' && follow !== 'false')
    throw new Unusable('the query, follow', 'true or false', follow);

  return follow === 'true';
}

/** All there are, where the request is no longer in the journal. */
function after(since: string | null, noted: readonly Noted[]): readonly Noted[] {
  return since === null ? noted : noted.slice(noted.findIndex(({ asked }) => asked.id === since) + 1);
}

/** Between two empty lines, in milliseconds: some clients give up on a connection on which nothing comes. */
const HEARTBEAT = 15_000;

/** In bytes: who reads no further than this far behind has stopped reading. */
const MOST_UNREAD = 4 * 1024 * 1024;

function follow(first: readonly Noted[], fits: Fits, name: string | undefined, inside: Inside): Readable {
  const { worlds, closing } = inside;
  const heartbeat = setInterval(() => lines.push('\n'), HEARTBEAT);
  heartbeat.unref();
  const end = () => lines.push(null);
  const tell = (noted: Noted) => {
    if (lines.readableLength > MOST_UNREAD) lines.destroy();
    else lines.push(lineOf(toEntry(noted)));
  };
  const stop = worlds.watchers.watch((noted) => {
    if (isIn(name, noted, inside) && fits(noted)) tell(noted);
  });
  const lines = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(heartbeat);
      stop();
      closing.removeEventListener('abort', end);
      done(error);
    },
  });
  closing.addEventListener('abort', end);
  // So that the headers go out, and whoever follows knows that it has begun.
  lines.push('\n');
  first.forEach(tell);

  return lines;
}

function lineOf(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}
