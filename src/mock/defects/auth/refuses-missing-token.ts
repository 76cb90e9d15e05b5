/** A mock that takes a request without a token for one of the default merchant. */
import { defect } from '../defect.ts';

/** Stands where no token was sent. The same in all worlds of a mock, whose tokens are read in one place. */
const NOBODY = 'sent-by-nobody';

export const refusesMissingToken = defect({
  rule: 'auth/refuses-missing-token',
  summary: 'takes a request without a token for one of the default merchant',
  create: () => ({
    authorization: (header) => header ?? `Bearer ${NOBODY}`,
    tokens: (read) => (token, now) =>
      token === NOBODY
        ? { kind: 'token', merchant: undefined, until: Number.POSITIVE_INFINITY }
        : read(token, now),
  }),
});
