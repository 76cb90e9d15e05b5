/** Finds the one edit that makes the mock accept a refused request. Each candidate is tried first. */
import type { Violation } from '../../contract/types.ts';
import { type HandlerContext, memberOf, type ParsedRequest } from '../request.ts';
import { type Candidate, candidatesFor, type Edit, edited, type Known, namesTransaction } from './edits.ts';

/** One mistake has few violations. */
const MOST_VIOLATIONS = 10;

/** How many of the newest transactions are searched for one without a sale. */
const NEWEST = 20;

/** @param violationsOf the violations of an edited request */
export async function findMendingEdit(
  violations: readonly Violation[],
  request: ParsedRequest,
  context: HandlerContext,
  violationsOf: (request: ParsedRequest) => Promise<readonly Violation[]>,
): Promise<Candidate | undefined> {
  const tried = violations.slice(0, MOST_VIOLATIONS);
  const known: Known = {
    processors: context.merchant.processors.map(({ name }) => name),
    sTxId: tried.some(namesTransaction) ? await newestStxid(context) : undefined,
    country: await countryIn(request.body),
  };
  for (const violation of tried) {
    for (const candidate of candidatesFor(violation, request.body, known)) {
      const left = await violationsOf(withEdit(request, candidate.edit));
      if (left.length === 0) return candidate;
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

async function newestStxid({ merchant, ledger }: HandlerContext): Promise<string | undefined> {
  const newest = (await ledger.list?.(merchant.name, NEWEST)) ?? [];
  const unsold = newest.find(({ sale }) => sale === undefined) ?? newest[0];

  return unsold?.sTxId;
}

async function countryIn(body: unknown): Promise<string | undefined> {
  const country = memberOf(body, 'country');
  if (typeof country !== 'string' || !/^\s*[a-z]{2,3}\s*$/i.test(country)) return undefined;
  // Loaded here: few requests need it.
  const { countryNumber } = await import('../../engine/regions/country-codes.ts');

  return countryNumber(country.trim());
}
