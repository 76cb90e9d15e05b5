/** What was refused, and what one edit would have made right. */
import { nearMissOf } from '../../near-misses/near-miss.ts';
import { type ControlRoute, told } from '../ask.ts';
import { contextsOf } from '../context-of.ts';
import { readFilter } from '../journal-filter.ts';
import { notedIn, refuseWithoutJournal } from '../journal-of.ts';
import { mapInTurns } from '../map-in-turns.ts';
import { countOf } from '../unusable.ts';

/** How many are told, where nothing is said. */
const ORDINARY = 20;

export const nearMisses: ControlRoute = {
  method: 'GET',
  path: '/near-misses',
  summary:
    'The last refused requests, the newest first, each with the one edit that makes it right, where there is one; ?limit=N (20) and the filters of the journal.',

  async answer({ query }, inside) {
    const fits = readFilter(query, ['limit']);
    const limit = countOf(query, 'limit', { min: 1, max: 1_000 }) ?? ORDINARY;
    const refused = refuseWithoutJournal(inside);
    if (refused !== undefined) return refused;
    const missed = notedIn(undefined, inside)
      .filter((noted) => noted.rendered.refusal !== undefined && fits(noted))
      .slice(-limit)
      .reverse();
    const contexts = contextsOf(inside);
    const found = await mapInTurns(missed, async (noted) => {
      const context = contexts.find(({ merchant }) => merchant.name === noted.asked.merchant) ?? contexts[0];

      return context === undefined ? [] : nearMissOf(noted, inside.judge, context);
    });

    return told({ nearMisses: found });
  },
};
