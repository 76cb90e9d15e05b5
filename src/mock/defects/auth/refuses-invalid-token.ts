/** A mock that takes any token: for the merchant that it names, or else for the default one. */
import { readToken } from '../../tokens.ts';
import { defect } from '../defect.ts';

export const refusesInvalidToken = defect({
  rule: 'auth/refuses-invalid-token',
  summary: 'takes any token, garbled, unsigned or signed by another',
  create: () => ({
    tokens: () => (token) => {
      const read = readToken(token);

      return read.kind === 'token'
        ? read
        : { kind: 'token', merchant: undefined, until: Number.POSITIVE_INFINITY };
    },
  }),
});
