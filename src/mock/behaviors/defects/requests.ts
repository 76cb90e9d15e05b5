/** Defects in which fee requests the mock accepts, and in their prices (section 2.1). */
import { REQUIRED_FIELDS } from '../../../contract/fields.gen.ts';
import type { FeeRequest } from '../../../contract/types.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import {
  accept,
  addCents,
  changeRequest,
  readBrokenBody,
  refuseBodies,
  refuseFee,
  rememberProcessor,
  repair,
} from './changes.ts';
import { ANY, both, type Change, type Defects, EACH_PLACE, isNamed, under, when } from './defect.ts';

const OPTIONAL = [
  ...(['campaign', 'country', 'processor', 'cardToken', 'data', 'totalAmount', 'mTxId'] as const),
] satisfies readonly (keyof FeeRequest)[];

const optionalIn = (fields: Fields) => OPTIONAL.filter((field) => fields[field] !== undefined);
const isDigits = (amount: unknown) => typeof amount === 'string' && /^\d+$/.test(amount);
const isFirst = ({ sTxId }: Fields) => sTxId === undefined;

const readAmounts: Change = (context) => ({
  validate: (violations, { fields: { amount } }) =>
    violations.filter(({ pointer }) => pointer !== '/amount' || !isDigits(amount)),
  ...changeRequest((fields) => {
    const { amount } = fields;

    return isDigits(amount) ? { ...fields, amount: Number(amount) } : fields;
  })(context),
});

function withDocumentedNames(body: string | undefined): string {
  return REQUIRED_FIELDS.reduce(
    (text, name) => text.replaceAll(new RegExp(`"${name}"(?=\\s*:)`, 'gi'), `"${name}"`),
    body ?? '',
  );
}

export const REQUEST_DEFECTS = {
  'fee-request/accepts-required-fields-alone': {
    '': refuseFee('campaign', (fields) => isFirst(fields) && optionalIn(fields).length === 0),
  },
  'fee-request/requires-amount': under(['', 'for-several', 'beside-totalamount', 'beside-an-mtxid'], accept),
  'fee-request/requires-nicn': under(
    ['', 'for-several', 'beside-a-cardtoken', 'beside-data-and-campaign'],
    accept,
  ),
  'fee-request/requires-region': {
    ...under(['', 'for-several', 'abroad-for-several', 'beside-an-mtxid-for-several'], accept),
    ...under(['beside-country', 'for-one-card'], accept),
    'in-a-body-that-is-no-json': readBrokenBody('calculateFee', VALID_FEE_REQUEST),
  },
  'fee-request/accepts-decimal-amounts': {
    ...under(
      ['', 'for-several'],
      refuseFee('amount', ({ amount }) => !Number.isInteger(amount)),
    ),
    'one-decimal-on-updates-by-mtxid': refuseFee('amount', /\.\d$/),
    // As binary floats, they are no whole number of cents.
    ...under(
      ['binary-floats', 'binary-floats-on-updates-by-stxid', 'binary-floats-for-several'],
      refuseFee('amount', ({ amount }) => !Number.isInteger(Number(amount) * 100)),
    ),
    'two-amounts': refuseFee('amount', /^(?:10\.5|70\.07)$/),
    'below-a-dollar-in-updates': refuseFee('amount', ANY),
  },
  'fee-request/accepts-each-optional-field': {
    '': refuseFee('data', (fields) => isFirst(fields) && optionalIn(fields).join() === 'data'),
    'data-on-updates-by-stxid': refuseFee('data', (fields) => optionalIn(fields).join() === 'data'),
    // More than 64 bits can hold.
    'mtxid-of-more-than-64-bits': refuseFee('mTxId', /^\d{20,}$/),
    'country-for-several': refuseFee('country', { country: ANY, data: undefined }),
    'capital-letters-in-mtxid': refuseFee('mTxId', /[A-Z]/),
    'dashes-in-mtxid': refuseFee('mTxId', /--/),
    cardtoken: refuseFee('cardToken', { cardToken: ANY, data: undefined }),
  },
  'fee-request/accepts-all-fields-at-once': {
    ...under(
      ['', 'for-several'],
      refuseFee('mTxId', (fields) => optionalIn(fields).length > 5),
    ),
    'card-token-beside-country-for-several': refuseFee('country', { cardToken: ANY }),
    'country-beside-campaign': refuseFee('campaign', { country: ANY, campaign: ANY }),
  },
  'fee-request/refuses-wrong-types': under(['', 'for-several', 'on-updates-by-mtxid'], readAmounts),
  'fee-request/names-are-case-sensitive': {
    '': () => ({
      parse: (request, next) => next({ ...request, body: withDocumentedNames(request.body) }),
    }),
  },
  'fee-request/refuses-negative-amount': under(
    ['', 'for-several', 'on-updates-by-stxid'],
    changeRequest(({ amount, ...fields }) => ({ ...fields, amount: Math.abs(Number(amount)) })),
  ),
  'fee-request/accepts-any-spelling': {
    '': refuseBodies((body) => body.includes('\\u')),
    spaces: refuseBodies((body) => /"\s*:\s/.test(body)),
    // The first field is another one.
    order: refuseBodies((body) => /^\s*\{\s*"(?!amount|[sm]TxId)/.test(body)),
  },

  'nicn/accepts-6-to-8-digits': under(
    ['', 'for-several', 'on-updates-by-both'],
    refuseFee('nicn', /^.{7}$/s),
  ),
  'nicn/refuses-fewer-than-6-digits': {
    ...under(['', ...EACH_PLACE, 'in-an-update-with-a-new-mtxid'], accept),
    ...under(['none', 'none-for-several'], when({ nicn: /^$/ }, accept)),
    'three-digits': when({ nicn: /^\d{3}$/ }, accept),
  },
  'nicn/refuses-more-than-8-digits': {
    ...under(['', ...EACH_PLACE, 'for-iso-codes', 'below-a-dollar'], accept),
    '16-digits': when({ nicn: /^\d{16}$/ }, accept),
    'card-number': when({ nicn: /^(?:42){8}$/ }, accept),
    '12-digits': when({ nicn: /^\d{12}$/ }, accept),
  },
  'nicn/refuses-non-digits': {
    ...under(['', ...EACH_PLACE, 'abroad', 'beside-a-processor'], accept),
    'letter-in-a-first-call-with-mtxid': when({ nicn: /^\d+[a-z]$/, sTxId: undefined, mTxId: ANY }, accept),
    'with-a-space': when({ nicn: /^\d{4} \d{3}$/ }, accept),
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
    ...under(
      ['with-a-leading-zero', 'with-a-leading-zero-on-updates-by-mtxid', 'with-a-leading-zero-for-several'],
      refuseFee('region', /^0/),
    ),
  },
  'region/accepts-two-letter-state': under(['', 'for-several'], refuseFee('region', /^[a-z]{2}$/i)),
  'region/accepts-iso-state-code': under(
    ['', 'for-several', 'on-updates-by-stxid'],
    refuseFee('region', /^[a-z]{2}-/i),
  ),
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
    ...under(['', 'for-several'], addCents(50, { country: /^840$/ })),
    'of-a-part': addCents(50, { country: undefined, totalAmount: ANY }),
    'large-amounts': addCents(
      25,
      (fields) => fields['country'] !== undefined && Number(fields['amount']) >= 700,
    ),
    'one-card': addCents(100, { country: undefined, nicn: /^411111/ }),
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
    'last-named': rememberProcessor,
  },
  'processor/accepts-mid-or-name': {
    '': refuseFee('processor', isNamed),
    'mid-on-updates-by-stxid': refuseFee('processor', /^\d+$/),
    'name-of-the-second': refuseFee('processor', /^beta$/),
  },
  'processor/mid-and-name-agree': {
    '': addCents(10, isNamed),
    'of-the-second': when(
      { processor: /^beta$/ },
      changeRequest((fields) => ({ ...fields, processor: 'alpha' })),
    ),
    'eight-digits': addCents(100, { processor: /^700200$/, nicn: /^.{8}$/ }),
  },
  'processor/refuses-unknown': {
    '': repair('unknown-processor', ({ processors }) => ({ processor: processors[0]?.mid })),
  },

  'multi-pay/accepts-part-of-total': {
    // A cent less than the total.
    ...under(
      ['', 'for-several', 'on-updates-by-both'],
      refuseFee(
        'totalAmount',
        ({ amount, totalAmount }) => Math.round((Number(totalAmount) - Number(amount)) * 100) === 1,
      ),
    ),
    'tiny-part': refuseFee(
      'totalAmount',
      ({ amount, totalAmount }) => Number(totalAmount) > 50 * Number(amount),
    ),
    'total-with-cents': refuseFee('totalAmount', /\./),
  },
  'multi-pay/refuses-part-over-total': {
    '': repair('part-over-total', () => ({ totalAmount: undefined })),
  },
  'opaque/campaign-and-data-are-opaque': {
    '': refuseFee('campaign', ({ campaign, data }) =>
      [campaign, data].flat().some((text) => /["<>]/.test(String(text))),
    ),
    'markup-in-campaign-on-updates-by-mtxid': refuseFee('campaign', /</),
    'sql-in-data-on-updates-by-both': refuseFee('data', /'/),
    'markup-in-data-for-several': refuseFee('data', /</),
    'one-character': refuseFee('campaign', /^.$/u),
    'ideograph-in-campaign-for-several': refuseFee('campaign', /\p{Ideographic}/u),
    'backslash-in-campaign': refuseFee('campaign', /\\/),
    'backslash-in-data': refuseFee('data', /\\/),
    'five-campaigns': refuseFee('campaign', ({ campaign }) => Array.isArray(campaign) && campaign.length > 4),
    'ideograph-in-data': refuseFee('data', /\p{Ideographic}/u),
    'long-data': refuseFee('data', ({ data = '' }) => String(data).length > 100),
  },
  'opaque/opaque-data-does-not-change-fee': { '': addCents(5, { data: /^coupon/i }) },
  'fee/matches-reference': {
    // From 20 dollars on, 10 cents less leave every fee of the shipped prices positive.
    '': addCents(-10, ({ nicn, amount }) => /^411/.test(String(nicn)) && Number(amount) >= 20),
  },
} as const satisfies Readonly<Record<string, Defects>>;
