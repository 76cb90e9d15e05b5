/** Finds the one edit that makes a refused request right; each candidate is tried before it is offered. */
import type { Violation } from '../../contract/types.ts';
import type { Visit } from '../check.ts';
import type { Context } from '../handler.ts';
import { type Edit, edited, editsFor, type Known } from './edits.ts';

/** One mistake rarely has more violations than this. */
const MOST_VIOLATIONS = 10;

/** A suggested transaction is one without a sale, where one of the newest has none. */
const NEWEST = 20;

/** @param judge what would be wrong with a request */
export async function findMendingEdit(
  violations: readonly Violation[],
  visit: Visit,
  context: Context,
  judge: (visit: Visit) => Promise<readonly Violation[]>,
): Promise<Edit | undefined> {
  const known = await knownOf(context);
  for (const violation of violations.slice(0, MOST_VIOLATIONS)) {
    for (const edit of editsFor(violation, visit.body, known)) {
      const left = await judge(withEdit(visit, edit));
      if (left.length === 0) return edit;
    }
  }

  return undefined;
}

function withEdit(visit: Visit, edit: Edit): Visit {
  if ('header' in edit) {
    return { ...visit, headers: { ...visit.headers, [edit.header.toLowerCase()]: edit.value } };
  }

  return { ...visit, body: edited(visit.body, edit) };
}

async function knownOf({ merchant, ledger }: Context): Promise<Known> {
  const newest = (await ledger.list?.(merchant.name, NEWEST)) ?? [];
  const unsold = newest.find(({ sale }) => sale === undefined) ?? newest[0];

  return { processors: merchant.processors.map(({ name }) => name), sTxId: unsold?.sTxId };
}
