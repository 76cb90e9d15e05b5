/** The stage respond: from the outcome of a request to status, headers and body. */
import type { Violation } from '../../contract/types.ts';
import { PROBLEM_TYPE } from '../../control/problem.ts';
import type { Answered, Behavior, Draft } from '../behavior.ts';
import { toProblem } from '../http/problem.ts';
import { REFUSALS, type Refusal } from '../refusal.ts';
import { isFields } from '../request.ts';
import type { MockResponse } from '../response.ts';

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

const DEFAULTS: Omit<Draft, 'status' | 'body'> = {
  mediaType: 'application/json',
  fee: String,
  layout: (json) => json,
  refusal: ({ refusal, status, requestId }) => ({
    status,
    mediaType: PROBLEM_TYPE,
    text: JSON.stringify(toProblem(refusal, requestId, status)),
  }),
  choices: {},
  overlooked: [],
};

/** @param change of the behaviors; by default none */
export function respond(
  answered: Answered,
  change: NonNullable<Behavior['respond']> = (draft) => draft,
): MockResponse {
  const { outcome, operation, request, merchant, call } = answered;
  const sent = (status: number, type: string | undefined, body: string, more?: Refusal['headers']) => ({
    ...{ merchant, status, body },
    headers: { ...more, ...(type !== undefined && { 'content-type': type }), 'request-id': request.id },
  });
  if (outcome.kind === 'refused') {
    const draft = change({ ...DEFAULTS, status: REFUSALS[outcome.code].status, body: undefined }, answered);
    const refused = { refusal: outcome, operation, status: draft.status, requestId: request.id };
    const { status, mediaType, text } = draft.refusal(refused);

    return explain({ ...sent(status, mediaType, text, outcome.headers), refusal: outcome }, draft);
  }
  const { body, quote } = outcome;
  const plain: Draft = { ...DEFAULTS, status: 200, body };
  const draft = change(plain, answered);
  if (draft !== plain)
    return explain({ ...sent(draft.status, draft.mediaType, toJson(draft)), quote }, draft);

  // The default form, written by JSON.stringify: a fee call then takes 2 microseconds less.
  return {
    merchant,
    status: 200,
    headers: { 'content-type': 'application/json', 'request-id': request.id },
    body: JSON.stringify(body) ?? '',
    quote,
    ...(call && { values: { request: call.request.body, response: body } }),
  };
}

function toJson({ body, fee, layout }: Draft): string {
  if (!isFields(body)) return JSON.stringify(body) ?? '';
  const members = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isFee = name === 'transactionFee' && typeof value === 'number';

      return `${JSON.stringify(name)}:${isFee ? fee(value) : JSON.stringify(value)}`;
    });

  return layout(`{${members.join(',')}}`);
}

/** Names in headers the choices that shaped the response, and the violations that the mock accepted. */
function explain(response: MockResponse, { choices, overlooked }: Draft): MockResponse {
  const chosen = Object.entries(choices).map(([name, option]) => `${name}=${option}`);
  if (chosen.length === 0 && overlooked.length === 0) return response;

  return {
    ...response,
    headers: {
      ...response.headers,
      ...(chosen.length > 0 && { 'tollgate-choices': chosen.join(', ') }),
      ...(overlooked.length > 0 && { 'tollgate-violations': listViolations(overlooked) }),
    },
    choices,
    overlooked,
  };
}

/** The header stays short. */
const MOST_LISTED = 20;

/** Such as `header X-Requested-With, /campaign (fee-request/refuses-wrong-types)`. */
function listViolations(violations: readonly Violation[]): string {
  const listed = violations
    .slice(0, MOST_LISTED)
    .map(({ pointer, rule }) => (rule === undefined ? toAscii(pointer) : `${toAscii(pointer)} (${rule})`));
  const more = violations.length - listed.length;

  return more === 0 ? listed.join(', ') : `${listed.join(', ')}, and ${more} more`;
}

/** A pointer may hold any field name of the client; a header holds printable ASCII. */
function toAscii(pointer: string): string {
  return pointer
    .replaceAll('…', '...')
    .toWellFormed()
    .replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent);
}
