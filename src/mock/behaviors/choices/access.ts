/** Choices about access: missing, invalid and expired tokens, and rate limits. */
import { bearerToken, unauthorized } from '../../auth/authenticate.ts';
import { faultOfExpiry } from '../../auth/token.ts';
import type { Behavior } from '../../behavior.ts';
import { type RefusalCode, refuseBecause } from '../../refusal.ts';
import { acceptMissingToken } from '../deviations.ts';
import { type ChoiceBehaviors, refusedWith } from './choice.ts';

export const ACCESS_CHOICES = {
  'missing-token': {
    '403': refusedWith('missing-token', '403'),
    '400': refusedWith('missing-token', '400'),
    take: () => ({ authenticate: acceptMissingToken }),
  },

  'invalid-token': {
    '403': refusedWith('invalid-token', '403'),
    '400': refusedWith('invalid-token', '400'),
    take: () => ({
      async authenticate(authorization, next, { principalOf }) {
        const found = await next(authorization);

        return found.kind === 'refused' && authorization !== undefined ? principalOf(undefined) : found;
      },
    }),
  },

  // The token is not verified, but its claim exp applies.
  'expired-token': {
    refuse: () => ({
      async authenticate(authorization, next, { now }) {
        const token = bearerToken(authorization);
        const fault = token === undefined ? undefined : faultOfExpiry(token, now());

        return fault === undefined
          ? next(authorization)
          : unauthorized({ expected: 'a token that has not expired', ...fault });
      },
    }),
  },

  'rate-limiting': {
    '429': () => limitRate('too-many-requests'),
    '503': () => limitRate('unavailable'),
  },
} satisfies Partial<ChoiceBehaviors>;

/** One request in 50 is refused; the client may repeat it at once. */
const EVERY = 50;

/** Counts requests instead of measuring time, so that runs are reproducible. */
function limitRate(code: RefusalCode): Behavior {
  let requests = 0;

  return {
    async authenticate(authorization, next) {
      requests += 1;
      if (requests % EVERY !== 0) return next(authorization);

      return refuseBecause(code, 'requests: expected fewer in this time, got one too many', {
        'Retry-After': '0',
      });
    },
  };
}
