/** A mock that takes a request without a token for one of the default merchant. */
import { randomUUID } from 'node:crypto';
import { defect } from '../defect.ts';

export const refusesMissingToken = defect({
  rule: 'auth/refuses-missing-token',
  summary: 'takes a request without a token for one of the default merchant',
  create: () => {
    const nobody = randomUUID();

    return {
      authorization: (header) => header ?? `Bearer ${nobody}`,
      tokens: (read) => (token, now) =>
        token === nobody
          ? { kind: 'token', merchant: undefined, until: Number.POSITIVE_INFINITY }
          : read(token, now),
    };
  },
});
