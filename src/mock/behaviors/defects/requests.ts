/** Defects in which fee requests the mock accepts, and in their prices (section 2.1). */
import { REQUIRED_FIELDS } from '../../../contract/fields.gen.ts';
import type { FeeRequest } from '../../../contract/types.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import {
  accept,
  addCents,
  changeRequest,
  readAs,
  readBrokenBody,
  refuseBodies,
  refuseFee,
  repair,
} from './changes.ts';
import { ANY, both, type Change, type Defects, EACH_PLACE, isNamed, under, when } from './defect.ts';

const OPTIONAL = [
  ...(['campaign', 'country', 'processor', 'cardToken', 'data', 'totalAmount', 'mTxId'] as const),
] satisfies readonly (keyof FeeRequest)[];

const optionalIn = (fields: Fields) => OPTIONAL.filter((field) => fields[field] !== undefined);
const isFirst = ({ sTxId }: Fields) => sTxId === undefined;
const cents = (usd: unknown) => Math.round(Number(usd) * 100);

const isDigits = (amount: unknown) => typeof amount === 'string' && /^\d+$/.test(amount);

/** Reads an amount in digits as a number. */
const readAmounts: Change = (context) => ({
  validate: (violations, { fields: { amount } }) =>
    violations.filter(({ pointer }) => pointer !== '/amount' || !isDigits(amount)),
  ...changeRequest((fields) => ({
    ...fields,
    ...(isDigits(fields['amount']) && { amount: Number(fields['amount']) }),
  }))(context),
});

/** Reads names of required fields whatever their case. */
const readNames = (body: string) =>
  REQUIRED_FIELDS.reduce(
    (text, name) => text.replaceAll(new RegExp(`"${name}"(?=\\s*:)`, 'gi'), `"${name}"`),
    body,
  );

export const REQUEST_DEFECTS = {
  'fee-request/accepts-required-fields-alone': {
    '': refuseFee('campaign', (fields) => isFirst(fields) && optionalIn(fields).length === 0),
  },
  'fee-request/requires-amount': under(['', 'beside-totalamount'], accept),
  'fee-request/requires-nicn': under(['', 'beside-a-cardtoken', 'beside-data-and-campaign'], accept),
  'fee-request/requires-region': {
    ...under(['', 'abroad-for-several', 'beside-an-mtxid-for-several'], accept),
    'in-a-body-that-is-no-json': readBrokenBody('calculateFee', VALID_FEE_REQUEST),
  },
  'fee-request/accepts-decimal-amounts': {
    '': refuseFee('amount', /\./),
    // As binary floats, they are no whole number of cents.
    ...under(
      ['binary-floats', 'binary-floats-on-updates-by-stxid'],
      refuseFee('amount', ({ amount }) => !Number.isInteger(Number(amount) * 100)),
    ),
    'two-amounts': refuseFee('amount', /^(?:10\.5|70\.07)$/),
  },
  'fee-request/accepts-each-optional-field': {
    '': refuseFee('data', (fields) => isFirst(fields) && optionalIn(fields).join() === 'data'),
    // More than 64 bits can hold.
    'mtxid-of-more-than-64-bits': refuseFee('mTxId', /^\d{20,}$/),
    'capital-letters-in-mtxid': refuseFee('mTxId', /[A-Z]/),
    'dashes-in-mtxid': refuseFee('mTxId', /--/),
    cardtoken: refuseFee('cardToken', { cardToken: ANY, data: undefined }),
  },
  'fee-request/accepts-all-fields-at-once': {
    '': refuseFee('mTxId', (fields) => optionalIn(fields).length > 5),
    'country-beside-campaign': refuseFee('campaign', { country: ANY, campaign: ANY }),
  },
  'fee-request/refuses-wrong-types': under(['', 'on-updates-by-mtxid'], readAmounts),
  'fee-request/names-are-case-sensitive': { '': readAs(readNames) },
  'fee-request/refuses-negative-amount': {
    '': changeRequest(({ amount, ...fields }) => ({ ...fields, amount: Math.abs(Number(amount)) })),
  },
  'fee-request/accepts-any-spelling': {
    '': refuseBodies(/\\u/),
    spaces: refuseBodies(/"\s*:\s/),
    // The first field is another one.
    order: refuseBodies(/^\s*\{\s*"(?!amount|[sm]TxId)/),
  },

  'nicn/accepts-6-to-8-digits': { '': refuseFee('nicn', /^.{7}$/s) },
  'nicn/refuses-fewer-than-6-digits': {
    ...under(['', ...EACH_PLACE, 'in-an-update-with-a-new-mtxid'], accept),
    none: when({ nicn: /^$/ }, accept),
    'three-digits': when({ nicn: /^\d{3}$/ }, accept),
  },
  'nicn/refuses-more-than-8-digits': {
    ...under(['', 'for-iso-codes'], accept),
    'card-number': when({ nicn: /^(?:42){8}$/ }, accept),
    '12-digits': when({ nicn: /^\d{12}$/ }, accept),
  },
  'nicn/refuses-non-digits': {
    ...under(['', 'abroad'], accept),
    spaces: when({ nicn: /^[\d ]+$/ }, accept),
    'other-scripts': when({ nicn: /^\p{Nd}+$/u }, accept),
    'letter-at-the-end': when({ nicn: /^\d{7}[a-z]$/i }, accept),
    sign: when({ nicn: /^[+-]\d+$/ }, accept),
  },
  'nicn/never-echoes-card-number': {
    '': () => ({
      validate: (violations, { fields: { nicn } }) =>
        violations.map((one) =>
          one.pointer === '/nicn' && nicn !== undefined ? { ...one, got: JSON.stringify(nicn) } : one,
        ),
    }),
  },

  'region/accepts-zip-code': {
    '': refuseFee('region', /^\d/),
    'with-a-leading-zero': refuseFee('region', /^0/),
  },
  'region/accepts-two-letter-state': { '': refuseFee('region', /^[a-z]{2}$/i) },
  'region/accepts-iso-state-code': { '': refuseFee('region', /^[a-z]{2}-/i) },
  'region/refuses-unknown': { '': repair('unknown-region', () => ({ region: 'AZ' })) },
  'region/forms-agree': { '': addCents(10, { region: /^[a-z]{2}-/i }) },
  'country/refuses-unknown': {
    '': both(
      accept,
      changeRequest(({ country, ...fields }) =>
        typeof country === 'string' && !/^(?!000)[0-9]{3}$/.test(country) ? fields : { ...fields, country },
      ),
    ),
  },
  'country/defaults-to-840': {
    '': addCents(50, { country: /^840$/ }),
    'of-a-part': addCents(50, { country: undefined, totalAmount: ANY }),
  },

  'processor/optional-with-one': {
    '': addCents(
      10,
      ({ processor }, _, { context }) => processor !== undefined && context.merchant.processors.length === 1,
    ),
  },
  'processor/required-with-several': {
    '': changeRequest((fields, _, { context }) => ({
      processor: context.merchant.processors[0]?.mid,
      ...fields,
    })),
  },
  'processor/accepts-mid-or-name': {
    '': refuseFee('processor', isNamed),
    'name-of-the-second': refuseFee('processor', /^beta$/),
  },
  'processor/mid-and-name-agree': {
    '': addCents(10, isNamed),
    'of-the-second': when(
      { processor: /^beta$/ },
      changeRequest((fields) => ({ ...fields, processor: 'alpha' })),
    ),
  },
  'processor/refuses-unknown': {
    '': repair('unknown-processor', ({ processors }) => ({ processor: processors[0]?.mid })),
  },

  'multi-pay/accepts-part-of-total': {
    // A cent less than the total.
    '': refuseFee('totalAmount', ({ amount, totalAmount }) => cents(totalAmount) - cents(amount) === 1),
    'tiny-part': refuseFee(
      'totalAmount',
      ({ amount, totalAmount }) => cents(totalAmount) > 50 * cents(amount),
    ),
  },
  'multi-pay/refuses-part-over-total': {
    '': repair('part-over-total', () => ({ totalAmount: undefined })),
  },
  'opaque/campaign-and-data-are-opaque': {
    '': both(refuseFee('campaign', /["<>]/), refuseFee('data', /["<>]/)),
    'one-character': refuseFee('campaign', /^.$/u),
    'ideograph-in-campaign-for-several': refuseFee('campaign', /\p{Ideographic}/u),
    'ideograph-in-data': refuseFee('data', /\p{Ideographic}/u),
    'sql-in-data-on-updates-by-both': refuseFee('data', /'/),
    'backslash-in-data': refuseFee('data', /\\/),
    'five-campaigns': refuseFee('campaign', ({ campaign }) => Array.isArray(campaign) && campaign.length > 4),
    'long-data': refuseFee('data', ({ data }) => String(data ?? '').length > 100),
  },
  'opaque/opaque-data-does-not-change-fee': { '': addCents(5, { data: /^coupon/i }) },
  'fee/matches-reference': {
    // From 20 dollars on, 10 cents less leave every fee of the shipped prices positive.
    '': addCents(-10, ({ nicn, amount }) => /^411/.test(String(nicn)) && Number(amount) >= 20),
  },
} as const satisfies Readonly<Record<string, Defects>>;
