/** The refusals of the mock, each with its status and a fix. The document defines none (section 7). */
import type { PatchOperation, Violation } from '../contract/types.ts';
import type { LedgerError } from '../ledger/ledger.ts';

export const REFUSALS = {
  'malformed-request': { status: 400, fix: 'Send a valid HTTP/1.1 request.' },
  'malformed-json': { status: 400, fix: 'Send one JSON object in UTF-8.' },
  'malformed-fault': { status: 400, fix: 'Correct the fault, or leave it out.' },
  'malformed-scenario': { status: 400, fix: 'Name one of these scenarios, or leave the header out.' },
  unauthorized: {
    status: 401,
    fix: 'Send the header Authorization with Bearer and a valid token; the command tollgate token prints one.',
  },
  'control-forbidden': { status: 403, fix: 'Send the request from a program on the machine of the mock.' },
  'not-found': { status: 404, fix: 'Correct the address.' },
  'sample-not-found': { status: 404, fix: 'Request a status and an example that the contract has.' },
  'method-not-allowed': { status: 405, fix: 'Use a method that the header Allow names.' },
  'request-timeout': { status: 408, fix: 'Send the whole request without a pause.' },
  'body-too-large': { status: 413, fix: 'Send a smaller body.' },
  'unsupported-media-type': {
    status: 415,
    fix: 'Send the body as JSON with the header Content-Type: application/json.',
  },
  'expectation-failed': { status: 417, fix: 'Leave the header Expect out.' },
  'control-refused': { status: 422, fix: 'Correct it and send the request again.' },
  'content-refused': { status: 422, fix: 'Correct it and send the request again.' },
  'too-many-requests': { status: 429, fix: 'Send the request again when the header Retry-After allows it.' },
  'headers-too-large': { status: 431, fix: 'Send fewer or shorter headers.' },
  fault: { status: 503, fix: 'Remove the fault, and the mock carries out the call.' },
  'internal-error': { status: 500, fix: 'Send the request again; the output of the mock names the error.' },
  'not-implemented': { status: 501, fix: 'Send the request to the mock itself.' },
  'ledger-unavailable': { status: 503, fix: 'Send the request again later.' },
  'keys-unavailable': { status: 503, fix: 'Send the request again later.' },
  unavailable: { status: 503, fix: 'Send the request again when the header Retry-After allows it.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly fix: string }>>;

export type RefusalCode = keyof typeof REFUSALS;

/** An edit of the body, a header, the method or the path of a request. */
export type Edit =
  | PatchOperation
  | { readonly header: string; readonly value: string }
  | { readonly method: string }
  | { readonly path: string };

export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** Where the request is wrong, what was expected and what was received, where the violations do not say it. */
  readonly detail?: string;
  readonly violations: readonly Violation[];
  /** How to fix it, where that is more than its code says. */
  readonly fix?: string;
  /** The one edit that makes the mock accept the request, and the same for the refusal where it repeats no secret. */
  readonly edit?: Edit;
  readonly patch?: readonly [PatchOperation];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that its violations explain. */
export function refuse(
  code: RefusalCode,
  violations: readonly Violation[],
  more: Pick<Refusal, 'detail' | 'fix' | 'headers'> = {},
): Refusal {
  return { kind: 'refused', code, violations, ...more };
}

/** A refusal for another reason than the request's content. */
export function refuseBecause(
  code: RefusalCode,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { kind: 'refused', code, detail, violations: [], headers };
}

/** For a request whose answer failed by an error of the mock. */
export const MOCK_FAILED = refuseBecause('internal-error', 'the mock failed; the request may be valid');

/** A ledger that is full, locked or unreachable may recover soon. */
export function refuseLedgerError({ code, problem }: LedgerError): Refusal {
  return refuseBecause('ledger-unavailable', `${code}: ${problem}`, { 'Retry-After': '1' });
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
