/** The kinds of refusal and the status of each. The document shows none (section 7): these are the mock's own. */
import type { Violation } from '../contract/types.ts';

export const REFUSALS = {
  'malformed-request': { status: 400, title: 'The request is not well-formed HTTP' },
  'malformed-json': { status: 400, title: 'The body is not JSON' },
  'malformed-fault': { status: 400, title: 'The fault that is asked for cannot be read' },
  unauthorized: { status: 401, title: 'No token that names a merchant' },
  'control-forbidden': { status: 403, title: 'Not for this caller' },
  'not-found': { status: 404, title: 'Nothing is here' },
  'sample-not-found': { status: 404, title: 'The contract has no such example' },
  'method-not-allowed': { status: 405, title: 'Not by this method' },
  'not-acceptable': { status: 406, title: 'The contract has no answer of that media type' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is not sent as JSON' },
  'expectation-failed': { status: 417, title: 'An expectation that cannot be met' },
  'control-refused': { status: 422, title: 'That cannot be asked' },
  'content-refused': { status: 422, title: 'The request breaks the contract' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  fault: { status: 503, title: 'A fault that was asked for' },
  'internal-error': { status: 500, title: 'A fault of the mock' },
  'not-implemented': { status: 501, title: 'Not what this server is for' },
  'ledger-unavailable': { status: 503, title: 'The ledger is not available' },
  'keys-unavailable': { status: 503, title: 'The keys to verify tokens with cannot be had' },
  'too-many-worlds': { status: 503, title: 'Too many worlds' },
  unavailable: { status: 503, title: 'Not now' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

export type RefusalCode = keyof typeof REFUSALS;

export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** What is wrong and what to do, in a sentence or two, where the violations do not say it. */
  readonly detail?: string;
  readonly violations: readonly Violation[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that its violations explain. */
export function refuse(code: RefusalCode, violations: readonly Violation[]): Refusal {
  return { kind: 'refused', code, violations };
}

/** A refusal with nothing in the request's content to point at. */
export function refuseBecause(
  code: RefusalCode,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { kind: 'refused', code, detail, violations: [], headers };
}
