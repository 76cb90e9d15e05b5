/** What a handler would work with, for looking into a merchant's transactions and requests. */
import type { Context } from '../handler.ts';
import { createToday } from '../today.ts';
import type { Inside } from './ask.ts';
import { Unusable } from './unusable.ts';

/** Of each merchant, the default one first. */
export function contextsOf({ roster, world }: Inside): readonly Context[] {
  const today = createToday(world.clock.now);

  return roster.priced.map((priced) => ({ ...priced, ledger: world.ledger, today }));
}

/**
 * Of the merchants that the query picks.
 *
 * @throws Unusable where there is no such merchant
 */
export function contextsPicked(inside: Inside, query: URLSearchParams): readonly Context[] {
  const contexts = contextsOf(inside);
  const name = query.get('merchant');
  if (name === null) return contexts;
  const picked = contexts.filter(({ merchant }) => merchant.name === name);
  if (picked.length > 0) return picked;
  throw new Unusable('the query, merchant', `one of ${inside.roster.names.join(', ')}`, name);
}
