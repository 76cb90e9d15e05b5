/** Defects in which fee requests the mock accepts (section 2.1). */
import type { FeeRequest } from '../../../contract/types.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import { changeFeeCall, type DefectGroup, overlook, refuseFees } from './defect.ts';

export const FEE_REQUEST_DEFECTS = {
  'fee-request/accepts-required-fields-alone': {
    summary: 'refuses a first call without optional fields',
    create: () =>
      refuseFees(
        'campaign',
        (fields) => fields['sTxId'] === undefined && optionalFieldsOf(fields).length === 0,
      ),
  },
  'fee-request/requires-amount': {
    summary: 'accepts a fee call without amount',
    create: () => overlook('fee-request/requires-amount', VALID_FEE_REQUEST),
  },
  'fee-request/requires-nicn': {
    summary: 'accepts a fee call without nicn',
    create: () => overlook('fee-request/requires-nicn', VALID_FEE_REQUEST),
  },
  'fee-request/requires-region': {
    summary: 'accepts a fee call without region',
    create: () => overlook('fee-request/requires-region', VALID_FEE_REQUEST),
  },
  'fee-request/accepts-decimal-amounts': {
    summary: 'refuses amounts with cents',
    create: () => refuseFees('amount', ({ amount }) => !Number.isInteger(amount)),
  },
  'fee-request/accepts-each-optional-field': {
    summary: 'refuses a first call whose only optional field is data',
    create: () =>
      refuseFees(
        'data',
        (fields) => fields['sTxId'] === undefined && optionalFieldsOf(fields).join() === 'data',
      ),
  },
  'fee-request/accepts-all-fields-at-once': {
    summary: 'refuses a fee call with more than five optional fields',
    create: () => refuseFees('mTxId', (fields) => optionalFieldsOf(fields).length > 5),
  },
  'fee-request/refuses-wrong-types': {
    summary: 'accepts an amount that is a string of digits',
    create: () => ({
      validate: (violations, { fields: { amount } }) =>
        violations.filter(({ pointer }) => pointer !== '/amount' || !isDigits(amount)),
      ...changeFeeCall((fields) =>
        isDigits(fields['amount']) ? { ...fields, amount: Number(fields['amount']) } : fields,
      ),
    }),
  },
  'fee-request/refuses-negative-amount': {
    summary: 'ignores the sign of a negative amount',
    create: () =>
      changeFeeCall((fields) =>
        Number(fields['amount']) < 0 ? { ...fields, amount: -Number(fields['amount']) } : fields,
      ),
  },
} satisfies DefectGroup<'fee-request'>;

const OPTIONAL = [
  'campaign',
  'country',
  'processor',
  'cardToken',
  'data',
  'totalAmount',
  'mTxId',
] as const satisfies readonly (keyof FeeRequest)[];

function optionalFieldsOf(fields: Fields): readonly string[] {
  return OPTIONAL.filter((field) => fields[field] !== undefined);
}

function isDigits(amount: unknown): boolean {
  return typeof amount === 'string' && /^\d+$/.test(amount);
}
