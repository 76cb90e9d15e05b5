/** The stage respond: from the outcome of a request to status, headers and body in their default form. */
import type { Answered } from '../behavior.ts';
import { problemResponse } from '../http/problem.ts';
import type { Refusal } from '../refusal.ts';
import type { MockResponse } from '../response.ts';

export function respond({ outcome, request, merchant }: Answered): MockResponse {
  if (outcome.kind === 'refused') return { ...problemResponse(outcome, request.id), merchant };
  const { body, quote } = outcome;

  return {
    merchant,
    status: 200,
    headers: { 'content-type': 'application/json', 'request-id': request.id },
    body: JSON.stringify(body) ?? '',
    quote,
  };
}

/** The refusals that can have a status of their own. */
export type RefusalKind = 'content' | 'unknown' | 'malformed' | 'missing-token' | 'invalid-token';

export function kindOf({ code, violations }: Refusal): RefusalKind | undefined {
  switch (code) {
    case 'malformed-json':
      return 'malformed';
    case 'content-refused':
      // Only identifiers of no transaction break section 1.2.
      return violations.some(({ section }) => section === '1.2') ? 'unknown' : 'content';
    case 'unauthorized':
      // A lockout is about no token.
      if (violations.length === 0) return undefined;

      return violations.some(({ rule }) => rule === 'auth/refuses-missing-token')
        ? 'missing-token'
        : 'invalid-token';
    default:
      return undefined;
  }
}
