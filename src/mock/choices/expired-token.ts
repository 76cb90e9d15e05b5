/** What becomes of a request whose token says that it has expired. Nobody proves that it says so rightly. */
import { asEver, choice } from '../choosing/choice.ts';
import { identifying } from '../choosing/stations.ts';
import { refuse } from '../refusal.ts';
import { expiryOf } from '../tokens.ts';

export const expiredToken = choice('expired-token', {
  take: asEver,
  refuse: identifying((identify, now) => (authorization) => {
    const expiry =
      authorization === undefined ? undefined : expiryOf(authorization.trim().split(' ').at(-1) ?? '');
    if (expiry === undefined || expiry * 1000 > now()) return identify(authorization);
    const violation = {
      rule: 'auth/refuses-invalid-token',
      section: '5',
      pointer: 'header Authorization',
      expected: 'a token that has not expired',
      got: `one that expired on ${new Date(expiry * 1000).toISOString()}`,
    } as const;

    return {
      ...refuse('unauthorized', [violation]),
      headers: { 'WWW-Authenticate': 'Bearer realm="tollgate", error="invalid_token"' },
    };
  }),
});
