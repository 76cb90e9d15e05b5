/** Defects in tokens, methods and headers (section 5). */
import { bearerToken } from '../../auth/authenticate.ts';
import { readToken } from '../../auth/token.ts';
import type { Behavior } from '../../behavior.ts';
import { acceptMissingToken } from '../deviations.ts';
import type { DefectGroup } from './defect.ts';

export const HTTP_DEFECTS = {
  'auth/refuses-missing-token': {
    summary: 'accepts a request without a token as one of the default merchant',
    create: () => ({ authenticate: acceptMissingToken }),
  },
  'auth/refuses-invalid-token': {
    summary: 'accepts any token: malformed, unsigned or signed with another key',
    create: acceptAnyToken,
    variants: {
      'garbled-as-another-merchant': {
        summary: 'accepts a token that is no JWT as one of the merchant several',
        create: () => acceptTokens((isJwt) => (isJwt ? undefined : 'several')),
      },
      'for-several': {
        summary: 'accepts any token that names the merchant several',
        create: () => acceptTokens((_, merchant) => (merchant === 'several' ? merchant : undefined)),
      },
    },
  },
  'transport/post-only': {
    summary: 'handles PUT as POST',
    create: () => ({ methods: ['PUT'] }),
  },
  'transport/content-type-json': {
    summary: 'sends accepted responses with the media type text/plain',
    create: () => ({ respond: () => ({ mediaType: 'text/plain' }) }),
  },
} satisfies DefectGroup<'auth' | 'transport'>;

/** Accepts a token without verifying it as one of this merchant; undefined leaves it to the mock. */
function acceptTokens(
  merchantFor: (isJwt: boolean, merchant: string | undefined) => string | undefined,
): Behavior {
  return {
    authenticate(authorization, next, { principalOf }) {
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
    authenticate(authorization, next, { principalOf }) {
      const token = bearerToken(authorization);
      if (token === undefined) return next(authorization);
      const read = readToken(token);

      return principalOf(read.kind === 'token' ? read.merchant : undefined);
    },
  };
}
