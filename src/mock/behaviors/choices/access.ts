/** Choices about access: missing, invalid and expired tokens, and rate limits. */
import { thenSync } from '../../../ledger/then-sync.ts';
import { expiryOf } from '../../auth/token.ts';
import type { Behavior } from '../../behavior.ts';
import { type Refusal, type RefusalCode, refuse, refuseBecause } from '../../refusal.ts';
import { type ChoiceBehaviors, formatted, unchanged } from './choice.ts';

export const ACCESS_CHOICES = {
  'missing-token': {
    '401': unchanged,
    '403': formatted({ missingTokenStatus: 403 }),
    '400': formatted({ missingTokenStatus: 400 }),
    take: () => ({
      authenticate: (authorization, next, { principalOf }) =>
        authorization === undefined ? principalOf(undefined) : next(authorization),
    }),
  },

  'invalid-token': {
    '401': unchanged,
    '403': formatted({ invalidTokenStatus: 403 }),
    '400': formatted({ invalidTokenStatus: 400 }),
    take: () => ({
      authenticate: (authorization, next, { principalOf }) =>
        thenSync(next(authorization), (found) =>
          found.kind === 'refused' && authorization !== undefined ? principalOf(undefined) : found,
        ),
    }),
  },

  // The token is not verified: what it says of its expiry counts.
  'expired-token': {
    take: unchanged,
    refuse: () => ({
      authenticate(authorization, next, { now }) {
        const expiry = expiryOf(authorization?.trim().split(' ').at(-1) ?? '');

        return expiry === undefined || expiry * 1000 > now() ? next(authorization) : refuseExpired(expiry);
      },
    }),
  },

  'rate-limiting': {
    none: unchanged,
    '429': () => limitRate('too-many-requests'),
    '503': () => limitRate('unavailable'),
  },
} satisfies Partial<ChoiceBehaviors>;

/** @param expiry in seconds since 1970 */
function refuseExpired(expiry: number): Refusal {
  const violation = {
    rule: 'auth/refuses-invalid-token',
    section: '5',
    pointer: 'header Authorization',
    expected: 'a token that has not expired',
    got: `one that expired on ${new Date(expiry * 1000).toISOString()}`,
  } as const;

  return refuse('unauthorized', [violation], {
    headers: { 'WWW-Authenticate': 'Bearer realm="tollgate", error="invalid_token"' },
  });
}

/** One request in 50 is refused; the client may repeat it at once. */
const EVERY = 50;

/** Counts requests instead of measuring time, so that runs are reproducible. */
function limitRate(code: RefusalCode): Behavior {
  let requests = 0;

  return {
    authenticate(authorization, next) {
      requests += 1;
      if (requests % EVERY !== 0) return next(authorization);

      return refuseBecause(code, 'requests: expected fewer in this time, got one too many', {
        'Retry-After': '0',
      });
    },
  };
}
