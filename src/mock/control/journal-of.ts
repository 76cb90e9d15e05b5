/** The requests that a question about the journal is about: of one world, or of all. */
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
export function notedIn(name: string | undefined, { world, worlds }: Inside): readonly Noted[] {
  if (name === undefined) return world.journal.noted();
  const open = worlds.list().map((one) => one.world);
  if (name !== '*') return open.find((one) => one.name === name)?.journal.noted() ?? [];

  return [worlds.home, ...open]
    .flatMap(({ journal }) => journal.noted())
    .toSorted((one, other) => one.to - other.to);
}

/** Whether a request that has just been noted is one of those. */
export function isIn(name: string | undefined, { asked }: Noted, { world }: Inside): boolean {
  return name === '*' || asked.world === (name ?? world.name);
}
