/** A mock that refuses a first call with no optional field. */
import { defect } from '../defect.ts';
import { isUpdateBySTxId, optionalFieldsOf } from '../fields.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsRequiredFieldsAlone = defect({
  rule: 'fee-request/accepts-required-fields-alone',
  summary: 'refuses a first call with no optional field',
  create: refusingFees(
    'campaign',
    (request) => !isUpdateBySTxId(request) && optionalFieldsOf(request).length === 0,
  ),
});
