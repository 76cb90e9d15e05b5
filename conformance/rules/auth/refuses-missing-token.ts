/** A call without a token gets no fee and no sale. */
import { refusesUnauthenticated } from '../../rule/patterns/refuses-unauthenticated.ts';

export const refusesMissingToken = refusesUnauthenticated({
  id: 'auth/refuses-missing-token',
  title: 'a call without a token gets no fee and no sale',
  tries: 'Fee calls and sales without the header Authorization, or with one that has no token.',
  fix: 'Check the token first, on both endpoints, and refuse a call without one.',
  lookAlikes: ['missing-token=400', 'refusal=2xx-zero-fee-stxid'],
  calls: [
    { credential: 'none', by: 'one' },
    { credential: 'empty', by: 'one' },
    { credential: 'none', by: 'sale' },
  ],
});
