/** Variants of a request: the documented one, another method or framing, another token or none, a missing header. */
import type { Credential } from './credential.ts';
import type { Method } from './http-result.ts';
import type { Spelling } from './spelling.ts';

export interface RequestVariant {
  readonly method: Method;
  readonly credential: Credential;
  /** The header X-Requested-With, or no such header. */
  readonly requestedWith: 'xhr' | 'nothing';
  /** Of the body; `length` unless given. A service may require a Content-Length (RFC 9112, 6.3). */
  readonly framing?: 'length' | 'chunked';
  /** Of the body; UTF-8 unless given. `latin1`, ISO 8859-1, has bytes that are not valid UTF-8. */
  readonly charset?: 'latin1';
  /** The usual one unless given: compact JSON, header names in lower case, one write. */
  readonly spelling?: Spelling;
}

/** As the document has it (sections 4 and 5). */
export const DOCUMENTED_VARIANT: RequestVariant = {
  method: 'POST',
  credential: 'own',
  requestedWith: 'xhr',
};

/** Another spelling of a request is still the request. */
export function isDocumented({
  method,
  credential,
  requestedWith,
  framing,
  charset,
}: RequestVariant): boolean {
  return (
    framing !== 'chunked' &&
    charset === undefined &&
    method === DOCUMENTED_VARIANT.method &&
    credential === DOCUMENTED_VARIANT.credential &&
    requestedWith === DOCUMENTED_VARIANT.requestedWith
  );
}

/** The headers of this variant. */
export function headersIn(
  { requestedWith }: RequestVariant,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return requestedWith === 'xhr' ? headers : withoutHeader(headers, REQUESTED_WITH);
}

/** The name of the header, in lower case. */
export const REQUESTED_WITH = 'x-requested-with';

/** Removes a header; names of headers are case-insensitive. */
export function withoutHeader(
  headers: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other.toLowerCase() !== name));
}
