/** Defects in which fee requests the mock accepts (section 2.1). */
import type { FeeRequest } from '../../../contract/types.ts';
import type { Behavior } from '../../behavior.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import {
  changeFeeCall,
  type DefectGroup,
  defect,
  overlook,
  refuseFees,
  replaceBrokenBody,
} from './defect.ts';
import { alsoForSeveral, forSeveralOnly, inPosition, onlyIf, onUpdates } from './positions.ts';

const BINARY_FLOATS = 'refuses amounts that are no whole cents in binary floats';

export const FEE_REQUEST_DEFECTS = {
  'fee-request/accepts-required-fields-alone': defect('refuses a first call without optional fields', () =>
    refuseFees(
      'campaign',
      (fields) => fields['sTxId'] === undefined && optionalFieldsOf(fields).length === 0,
    ),
  ),
  'fee-request/requires-amount': alsoForSeveral('accepts a fee call without amount', () =>
    overlook('fee-request/requires-amount', VALID_FEE_REQUEST),
  ),
  'fee-request/requires-nicn': alsoForSeveral('accepts a fee call without nicn', () =>
    overlook('fee-request/requires-nicn', VALID_FEE_REQUEST),
  ),
  'fee-request/requires-region': alsoForSeveral(
    'accepts a fee call without region',
    () => overlook('fee-request/requires-region', VALID_FEE_REQUEST),
    {
      'in-a-body-that-is-no-json': defect('returns a fee for a body that is not JSON', () =>
        replaceBrokenBody('calculateFee', VALID_FEE_REQUEST),
      ),
      'abroad-for-several': forSeveralOnly('accepts a fee call without region from another country', () =>
        onlyIf(
          ({ country = '840' }) => country !== '840',
          overlook('fee-request/requires-region', VALID_FEE_REQUEST),
        ),
      ),
    },
  ),
  'fee-request/accepts-decimal-amounts': alsoForSeveral('refuses amounts with cents', refuseCents, {
    'one-decimal-on-updates-by-mtxid': onUpdates('refuses amounts with one decimal', 'mTxId', () =>
      refuseFees('amount', ({ amount }) => /\.\d$/.test(String(amount))),
    ),
    'binary-floats-on-updates-by-stxid': onUpdates(BINARY_FLOATS, 'sTxId', refuseBinaryFractions),
    'binary-floats-for-several': forSeveralOnly(BINARY_FLOATS, refuseBinaryFractions),
  }),
  'fee-request/accepts-each-optional-field': {
    summary: 'refuses a first call whose only optional field is data',
    create: () =>
      refuseFees(
        'data',
        (fields) => fields['sTxId'] === undefined && optionalFieldsOf(fields).join() === 'data',
      ),
    variants: {
      'data-on-updates-by-stxid': defect('refuses an update by sTxId whose only optional field is data', () =>
        inPosition(
          ({ by }, { fields }) => by === 'sTxId' && optionalFieldsOf(fields).join() === 'data',
          refuseFees('data', () => true),
        ),
      ),
      'mtxid-of-more-than-64-bits': defect('refuses an mTxId of digits that 64 bits cannot hold', () =>
        refuseFees('mTxId', ({ mTxId }) => /^\d{20,}$/.test(String(mTxId))),
      ),
      'country-for-several': forSeveralOnly('refuses a fee call with country', () =>
        refuseFees('country', ({ country, data }) => country !== undefined && data === undefined),
      ),
    },
  },
  'fee-request/accepts-all-fields-at-once': alsoForSeveral(
    'refuses a fee call with more than five optional fields',
    () => refuseFees('mTxId', (fields) => optionalFieldsOf(fields).length > 5),
    {
      'card-token-beside-country-for-several': forSeveralOnly(
        'refuses a fee call with both cardToken and country',
        () =>
          refuseFees('country', ({ cardToken, country }) => cardToken !== undefined && country !== undefined),
      ),
    },
  ),
  'fee-request/refuses-wrong-types': alsoForSeveral(
    'accepts an amount that is a string of digits',
    convertAmounts,
    {
      'on-updates-by-mtxid': defect(
        'accepts an amount that is a string of digits, in an update by mTxId',
        () => inPosition(({ by }) => by === 'mTxId', convertAmounts()),
      ),
    },
  ),
  'fee-request/refuses-negative-amount': alsoForSeveral(
    'ignores the sign of a negative amount',
    ignoreSigns,
    {
      'on-updates-by-stxid': defect('ignores the sign of a negative amount, in an update by sTxId', () =>
        inPosition(({ by }) => by === 'sTxId', ignoreSigns()),
      ),
    },
  ),
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

function refuseCents(): Behavior {
  return refuseFees('amount', ({ amount }) => !Number.isInteger(amount));
}

function refuseBinaryFractions(): Behavior {
  return refuseFees('amount', ({ amount }) => !Number.isInteger(Number(amount) * 100));
}

function convertAmounts(): Behavior {
  return {
    validate: (violations, { fields: { amount } }) =>
      violations.filter(({ pointer }) => pointer !== '/amount' || !isDigits(amount)),
    ...changeFeeCall((fields) =>
      isDigits(fields['amount']) ? { ...fields, amount: Number(fields['amount']) } : fields,
    ),
  };
}

function ignoreSigns(): Behavior {
  return changeFeeCall((fields) =>
    Number(fields['amount']) < 0 ? { ...fields, amount: -Number(fields['amount']) } : fields,
  );
}

function isDigits(amount: unknown): boolean {
  return typeof amount === 'string' && /^\d+$/.test(amount);
}
