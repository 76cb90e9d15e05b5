/** A mock that refuses a sale without an authCode. */
import { defect } from '../defect.ts';
import { refusingSales } from '../refusing.ts';

export const authcodeIsOptional = defect({
  rule: 'sale/authcode-is-optional',
  summary: 'refuses a sale without an authCode',
  create: refusingSales('authCode', ({ authCode }) => authCode === undefined),
});
