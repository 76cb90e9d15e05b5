/** A mock that refuses a fee call with more than five optional fields. */
import { defect } from '../defect.ts';
import { optionalFieldsOf } from '../fields.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsAllFieldsAtOnce = defect({
  rule: 'fee-request/accepts-all-fields-at-once',
  summary: 'refuses a fee call with more than five optional fields',
  create: refusingFees('mTxId', (request) => optionalFieldsOf(request).length > 5),
});
