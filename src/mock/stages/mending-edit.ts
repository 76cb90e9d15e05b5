/** Finds the one edit that makes the mock accept a refused request. Each candidate is tried first. */
import type { Violation } from '../../contract/types.ts';
import { type HandlerContext, memberOf, type ParsedRequest } from '../request.ts';
import { type Edit, edited, editsFor, isExample, type Known } from './edits.ts';

/** One mistake has few violations. */
const MOST_VIOLATIONS = 10;

/** Of the newest transactions the first without a sale is suggested. */
const NEWEST = 20;

export interface Mending {
  readonly edit: Edit;
  /** Whether its value is an example, and not derived from the request. */
  readonly isExample: boolean;
}

/** @param judge says what the mock would object to */
export async function findMendingEdit(
  violations: readonly Violation[],
  request: ParsedRequest,
  context: HandlerContext,
  judge: (request: ParsedRequest) => Promise<readonly Violation[]>,
): Promise<Mending | undefined> {
  const known = await knownOf(context, request.body);
  for (const violation of violations.slice(0, MOST_VIOLATIONS)) {
    for (const edit of editsFor(violation, request.body, known)) {
      const left = await judge(withEdit(request, edit));
      if (left.length === 0) return { edit, isExample: isExample(edit, request.body, known) };
    }
  }

  return undefined;
}

function withEdit(request: ParsedRequest, edit: Edit): ParsedRequest {
  if ('header' in edit) {
    return { ...request, headers: { ...request.headers, [edit.header.toLowerCase()]: edit.value } };
  }

  return { ...request, body: edited(request.body, edit) };
}

async function knownOf({ merchant, ledger }: HandlerContext, body: unknown): Promise<Known> {
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
  // Loaded here: few requests need it.
  const { countryNumber } = await import('../../engine/regions/country-codes.ts');

  return countryNumber(country.trim());
}
