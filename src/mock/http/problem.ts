/** Refusals as problem details (RFC 9457), with three members for clients that look for them; and those of wrong addresses. */
import { OPERATIONS } from '../../contract/operations.ts';
import type { Problem, Violation } from '../../contract/types.ts';
import { PROBLEM_TYPE, problem } from '../../control/problem.ts';
import { describeValue } from '../../text/describe.ts';
import { REFUSALS, type Refusal, refuse, refuseBecause } from '../refusal.ts';
import type { MockResponse } from '../response.ts';

/** A body may break the contract a hundred thousand times. */
const MOST_VIOLATIONS = 100;
const MOST_IN_DETAIL = 8;
/** The validators stop early in long arrays, so a larger count would be too low. */
const MOST_COUNTED = 500;

/** Clients show the message to users. */
const MOST_IN_MESSAGE = 3;
const LONGEST_MESSAGE = 300;

/** @param status by default that of the refusal's code */
export function problemResponse(refusal: Refusal, requestId: string, status?: number): MockResponse {
  return {
    status: status ?? REFUSALS[refusal.code].status,
    headers: { ...refusal.headers, 'content-type': PROBLEM_TYPE, 'request-id': requestId },
    body: JSON.stringify(toProblem(refusal, requestId, status)),
    refusal,
  };
}

/** A refusal that pages of other origins cannot read. */
export function controlProblem(refusal: Refusal, requestId: string): MockResponse {
  const response = problemResponse(refusal, requestId);

  return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
}

/**
 * @param requestId the header Request-Id
 * @param status by default that of the refusal's code
 */
export function toProblem(
  { code, detail, violations, fix = REFUSALS[code].fix, patch }: Refusal,
  requestId: string,
  status: number = REFUSALS[code].status,
): Problem {
  const explained = `${(detail ?? detailOf(violations)).replace(/\.$/, '')}. ${fix}`;

  return {
    ...problem(code, status, explained),
    instance: requestId,
    ...(violations.length === 0 ? {} : { violations: violations.slice(0, MOST_VIOLATIONS) }),
    ...(patch === undefined ? {} : { patch: [...patch] }),
    message: shortened(toSentence(detail ?? sentenceOf(violations))),
    reasonCode: code,
    reason: explained,
  };
}

/** For users of a client: `the nicn must be a string of 6 to 8 digits, not "4242"`. */
function sentenceOf(violations: readonly Violation[]): string {
  return firstOf(violations, MOST_IN_MESSAGE, ({ pointer, expected, got }) => {
    const place = pointer === '' ? 'the body' : `the ${pointer.replace(/^\//, '')}`;

    return got === 'nothing'
      ? `${place} is missing: it must be ${expected}`
      : `${place} must be ${expected}, not ${got}`;
  });
}

/** For developers: `/nicn: expected a string of 6 to 8 digits, got "4242"`. */
function detailOf(violations: readonly Violation[]): string {
  return firstOf(
    violations,
    MOST_IN_DETAIL,
    ({ pointer, expected, got }) => `${pointer || 'the body'}: expected ${expected}, got ${got}`,
  );
}

/** Two rules may describe one value in the same words. */
function firstOf(
  violations: readonly Violation[],
  most: number,
  describe: (violation: Violation) => string,
): string {
  const different = [...new Set(violations.map(describe))];
  const first = different.slice(0, most).join('; ');
  const more = different.length - most;

  return more <= 0 ? first : `${first}; and ${more > MOST_COUNTED ? `more than ${MOST_COUNTED}` : more} more`;
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function shortened(text: string): string {
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
}

/** @param allowed the methods of the path, for the header Allow */
export function refuseMethod(method: string, path: string, allowed: string): Refusal {
  const headers = { Allow: allowed };
  const operation = OPERATIONS.find((candidate) => candidate.path === path);
  if (operation === undefined)
    return refuseBecause(
      'method-not-allowed',
      `method of ${path}: expected ${allowed}, got ${method}`,
      headers,
    );
  const violation = {
    rule: 'transport/post-only',
    section: '4',
    pointer: 'method',
    expected: operation.method,
    got: describeValue(method).replaceAll('"', ''),
  } as const;

  return refuse('method-not-allowed', [violation], { headers });
}

const OPERATION_PATHS = OPERATIONS.map(({ method, path }) => `${method} ${path}`).join(' and ');

export function refusePath(path: string): Refusal {
  const violation = {
    section: '4',
    pointer: 'path',
    expected: `one of ${OPERATION_PATHS}`,
    got: describeValue(path),
  };

  return refuse('not-found', [violation], { fix: 'Correct the path; GET / lists what the mock serves.' });
}
