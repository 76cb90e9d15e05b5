/** A mock that refuses an authCode with a quote, an angle bracket or anything beyond ASCII. */
import { defect } from '../defect.ts';
import { refusingSales } from '../refusing.ts';

export const authcodeIsOpaque = defect({
  rule: 'sale/authcode-is-opaque',
  summary: 'refuses an authCode with a quote, an angle bracket or anything beyond ASCII',
  create: refusingSales('authCode', ({ authCode = '' }) => /[^ -~]|["<>]/.test(String(authCode))),
});
