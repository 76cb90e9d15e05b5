/** How a request is sent where that is what a rule is about: by another method, or with another token or none. */
import type { Method } from './client/answer.ts';
import type { Credential } from './client/credential.ts';

export interface Manner {
  readonly method: Method;
  readonly credential: Credential;
  /** Whose token it is: that of the merchant that the rule asks for, or of the one with several processors. */
  readonly merchant: 'own' | 'several';
}

/** As the document has it (sections 4 and 5). */
export const DOCUMENTED_MANNER: Manner = { method: 'POST', credential: 'own', merchant: 'own' };

export function isDocumented({ method, credential, merchant }: Manner): boolean {
  return (
    method === DOCUMENTED_MANNER.method &&
    credential === DOCUMENTED_MANNER.credential &&
    merchant === DOCUMENTED_MANNER.merchant
  );
}
