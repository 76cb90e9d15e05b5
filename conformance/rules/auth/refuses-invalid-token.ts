/** A call with an invalid token gets no fee and no sale. Whether an expired token is accepted is a choice. */
import { refusesUnauthenticated } from '../../rule/patterns/refuses-unauthenticated.ts';

export const refusesInvalidToken = refusesUnauthenticated({
  id: 'auth/refuses-invalid-token',
  title: 'a garbled, unsigned or wrongly signed token gets no fee and no sale',
  tries:
    'Fee calls and sales with a token that is not a JWT, with the valid token under another signature, with the valid ' +
    'token unsigned or without its end, and with tokens.foreign of the deployment file, if given. Whether an expired token is accepted ' +
    'is a choice. At most five such calls are sent, after all others: a service may lock the client out.',
  fix:
    'Verify the signature of the JWT with a configured key and algorithm, never with those that its header names. ' +
    'Refuse the call if the verification fails.',
  lookAlikes: ['expired-token=take', 'invalid-token=400'],
  dependsOn: ['auth/refuses-missing-token'],
  calls: [
    { credential: 'forged', by: 'one' },
    { credential: 'unsigned', by: 'one' },
    // It names no merchant: a service may take it for another one.
    { credential: 'garbled', by: 'several' },
    { credential: 'given-foreign', by: 'one' },
    // A service that does not verify the signature takes it as well.
    { credential: 'cut', by: 'sale' },
    { credential: 'cut', by: 'one' },
    { credential: 'forged', by: 'several' },
    { credential: 'garbled', by: 'one' },
    { credential: 'unsigned', by: 'sale' },
  ],
});
