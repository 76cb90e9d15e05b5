/** How a request is sent where that is the question: by another method, with another token or none, without a header. */
import type { Method } from './client/answer.ts';
import type { Credential } from './client/credential.ts';

export interface Manner {
  readonly method: Method;
  readonly credential: Credential;
  /** Whose token it is: that of the merchant that the rule asks for, or of the one with several processors. */
  readonly merchant: 'own' | 'several';
  /** What the header X-Requested-With says. */
  readonly requestedWith: 'xhr' | 'nothing';
}

/** As the document has it (sections 4 and 5). */
export const DOCUMENTED_MANNER: Manner = {
  method: 'POST',
  credential: 'own',
  merchant: 'own',
  requestedWith: 'xhr',
};

export function isDocumented({ method, credential, merchant, requestedWith }: Manner): boolean {
  return (
    method === DOCUMENTED_MANNER.method &&
    credential === DOCUMENTED_MANNER.credential &&
    merchant === DOCUMENTED_MANNER.merchant &&
    requestedWith === DOCUMENTED_MANNER.requestedWith
  );
}

/** The headers that a deployment is asked with, as this manner has them. */
export function headersIn(
  { requestedWith }: Manner,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return requestedWith === 'xhr' ? headers : withoutHeader(headers, REQUESTED_WITH);
}

/** In lower case. */
export const REQUESTED_WITH = 'x-requested-with';

/** Names of headers are the same in any case. */
export function withoutHeader(
  headers: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other.toLowerCase() !== name));
}
