/** How a refusal is written: problem details (RFC 9457), and three members for clients that look for them. */
import type { Problem, Violation } from '../contract/types.ts';
import { REFUSALS, type Refusal } from './refusal.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** A body may break the contract a hundred thousand times; nobody reads on for so long. */
const MOST_VIOLATIONS = 100;
const MOST_IN_DETAIL = 8;

/**
 * @param requestId what the header Request-Id says
 * @param status what it is sent with, where that is not the status of its code
 */
export function toProblem(
  { code, detail, violations }: Refusal,
  requestId: string,
  status: number = REFUSALS[code].status,
): Problem {
  const { title } = REFUSALS[code];
  const told = detail ?? describe(violations);

  return {
    type: `urn:tollgate:problem:${code}`,
    title,
    status,
    detail: told,
    instance: requestId,
    ...(violations.length === 0 ? {} : { violations: violations.slice(0, MOST_VIOLATIONS) }),
    message: title,
    reasonCode: code,
    reason: told,
  };
}

/** The violations in words, for people: `/nicn: expected a string of 6 to 8 digits, got "4242"`. */
function describe(violations: readonly Violation[]): string {
  const told = violations
    .slice(0, MOST_IN_DETAIL)
    .map(
      ({ pointer, expected, got }) =>
        `${pointer === '' ? 'the body' : pointer}: expected ${expected}, got ${got}`,
    );
  const more = violations.length - told.length;

  return more === 0 ? told.join('; ') : `${told.join('; ')}; and ${more} more`;
}
