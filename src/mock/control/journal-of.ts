/** The requests that a question about the journal is about: of one world, or of all. */
import type { Journal } from '../journal/journal.ts';
import type { Noted } from '../journal/noted.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { isWorldName, NAME_EXPECTED } from '../worlds/world-path.ts';
import type { Inside } from './ask.ts';
import { Unusable } from './unusable.ts';

/** Undefined where the mock keeps a journal. */
export function refuseWithoutJournal({ world }: Inside): Refusal | undefined {
  return world.journal.size > 0
    ? undefined
    : refuseBecause('not-found', 'the journal is off: start the mock without --journal 0');
}

/** A name, `*` for all worlds and what is outside of them, or undefined for where one asks. */
export function readWorld(query: URLSearchParams, { world }: Inside): string | undefined {
  const name = query.get('world');
  if (name === null) return undefined;
  if (world.name !== undefined) throw new Unusable('the query, world', 'nothing within a world', name);
  if (name === '*' || isWorldName(name)) return name;
  throw new Unusable('the query, world', `* for all, or a name of ${NAME_EXPECTED}`, name);
}

/** The oldest first. */
export function notedIn(name: string | undefined, inside: Inside): readonly Noted[] {
  const noted = journalsOf(name, inside).flatMap((journal) => journal.noted());

  return name === '*' ? noted.toSorted((one, other) => one.to - other.to) : noted;
}

/** How many requests are no longer in the journal, where there are any: what is said of all of them may be wrong. */
export function droppedIn(name: string | undefined, inside: Inside): { readonly dropped?: number } {
  const dropped = journalsOf(name, inside).reduce((sum, journal) => sum + journal.dropped(), 0);

  return dropped === 0 ? {} : { dropped };
}

function journalsOf(name: string | undefined, { world, worlds }: Inside): readonly Journal[] {
  if (name === undefined) return [world.journal];
  const open = worlds.list().map((one) => one.world);

  return (name === '*' ? [worlds.home, ...open] : open.filter((one) => one.name === name)).map(
    ({ journal }) => journal,
  );
}

/** Whether a request that has just been noted is one of those. */
export function isIn(name: string | undefined, { asked }: Noted, { world }: Inside): boolean {
  return name === '*' || asked.world === (name ?? world.name);
}
