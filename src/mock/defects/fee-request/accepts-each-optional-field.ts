/** A mock that refuses a first call whose only optional field is data. */
import { defect } from '../defect.ts';
import { isUpdateBySTxId, optionalFieldsOf } from '../fields.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsEachOptionalField = defect({
  rule: 'fee-request/accepts-each-optional-field',
  summary: 'refuses a first call whose only optional field is data',
  create: refusingFees(
    'data',
    (request) => !isUpdateBySTxId(request) && optionalFieldsOf(request).join() === 'data',
  ),
});
