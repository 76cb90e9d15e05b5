/** Finds the one edit that makes a refused request right; each candidate is tried before it is offered. */
import type { Violation } from '../../contract/types.ts';
import type { Visit } from '../check.ts';
import type { Context } from '../handler.ts';
import { memberOf } from '../journal/raw.ts';
import { type Edit, edited, editsFor, isExample, type Known } from './edits.ts';

/** One mistake rarely has more violations than this. */
const MOST_VIOLATIONS = 10;

/** A suggested transaction is one without a sale, where one of the newest has none. */
const NEWEST = 20;

export interface Mending {
  readonly edit: Edit;
  /** Whether its value is an example, and not read from what was sent. */
  readonly isExample: boolean;
}

/** @param judge what would be wrong with a request */
export async function findMendingEdit(
  violations: readonly Violation[],
  visit: Visit,
  context: Context,
  judge: (visit: Visit) => Promise<readonly Violation[]>,
): Promise<Mending | undefined> {
  const known = await knownOf(context, visit.body);
  for (const violation of violations.slice(0, MOST_VIOLATIONS)) {
    for (const edit of editsFor(violation, visit.body, known)) {
      const left = await judge(withEdit(visit, edit));
      if (left.length === 0) return { edit, isExample: isExample(edit, visit.body, known) };
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

async function knownOf({ merchant, ledger }: Context, body: unknown): Promise<Known> {
  const newest = (await ledger.list?.(merchant.name, NEWEST)) ?? [];
  const unsold = newest.find(({ sale }) => sale === undefined) ?? newest[0];

  return {
    processors: merchant.processors.map(({ name }) => name),
    sTxId: unsold?.sTxId,
    country: await countryIn(body),
  };
}

async function countryIn(body: unknown): Promise<string | undefined> {
  const country = memberOf(body, 'country');
  if (typeof country !== 'string' || !/^\s*[a-z]{2,3}\s*$/i.test(country)) return undefined;
  // Loaded here, since few requests need it and starting a mock should not.
  const { countryNumber } = await import('../../engine/regions/country-codes.ts');

  return countryNumber(country.trim());
}
