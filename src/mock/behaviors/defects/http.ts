/** Defects in tokens, methods and headers (section 5). */
import { bearerToken } from '../../auth/authenticate.ts';
import { readToken } from '../../auth/token.ts';
import { acceptMissingToken } from '../deviations.ts';
import type { DefectGroup } from './defect.ts';

export const HTTP_DEFECTS = {
  'auth/refuses-missing-token': {
    summary: 'accepts a request without a token as one of the default merchant',
    create: () => ({ authenticate: acceptMissingToken }),
  },
  'auth/refuses-invalid-token': {
    summary: 'accepts any token: malformed, unsigned or signed with another key',
    create: () => ({
      authenticate(authorization, next, { principalOf }) {
        const token = bearerToken(authorization);
        if (token === undefined) return next(authorization);
        const read = readToken(token);

        return principalOf(read.kind === 'token' ? read.merchant : undefined);
      },
    }),
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
