/** Defects in tokens, methods and headers (section 5). */
import { bearerToken } from '../../auth/authenticate.ts';
import { readToken } from '../../auth/token.ts';
import type { Behavior } from '../../behavior.ts';
import { acceptMissingToken } from '../deviations.ts';
import { type DefectGroup, defect } from './defect.ts';

export const HTTP_DEFECTS = {
  'auth/refuses-missing-token': defect(
    'accepts a request without a token as one of the default merchant',
    () => ({ authenticate: acceptMissingToken }),
  ),
  'auth/refuses-invalid-token': {
    summary: 'accepts any token: malformed, unsigned or signed with another key',
    create: acceptAnyToken,
    variants: {
      'garbled-as-another-merchant': defect(
        'accepts a token that is not a JWT as one of the merchant several',
        () => acceptTokens((isJwt) => (isJwt ? undefined : 'several')),
      ),
      'for-several': defect('accepts any token that names the merchant several', () =>
        acceptTokens((_, merchant) => (merchant === 'several' ? merchant : undefined)),
      ),
    },
  },
  'transport/post-only': defect('handles PUT as POST', () => ({ methods: ['PUT'] })),
  'transport/content-type-json': defect('sends accepted responses with the media type text/plain', () => ({
    respond: () => ({ mediaType: 'text/plain' }),
  })),
} satisfies DefectGroup<'auth' | 'transport'>;

/** Accepts a token without verifying it as one of this merchant; undefined leaves it to the mock. */
function acceptTokens(
  merchantFor: (isJwt: boolean, merchant: string | undefined) => string | undefined,
): Behavior {
  return {
    async authenticate(authorization, next, { principalOf }) {
      const token = bearerToken(authorization);
      if (token === undefined) return next(authorization);
      const read = readToken(token);
      const merchant = merchantFor(read.kind === 'token', read.kind === 'token' ? read.merchant : undefined);

      return merchant === undefined ? next(authorization) : principalOf(merchant);
    },
  };
}

function acceptAnyToken(): Behavior {
  return {
    async authenticate(authorization, next, { principalOf }) {
      const token = bearerToken(authorization);
      if (token === undefined) return next(authorization);
      const read = readToken(token);

      return principalOf(read.kind === 'token' ? read.merchant : undefined);
    },
  };
}
