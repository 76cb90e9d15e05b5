/** Defects in which fee requests the mock accepts, and in their prices (section 2.1). */
import { REQUIRED_FIELDS } from '../../../contract/fields.gen.ts';
import type { FeeRequest } from '../../../contract/types.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import {
  ANY,
  accept,
  addCents,
  both,
  type Change,
  changeRequest,
  type Defects,
  readBrokenBody,
  refuseBodies,
  refuseFee,
  repair,
  when,
} from './defect.ts';
import { also, EACH_PLACE, isNamed } from './places.ts';

const OPTIONAL = [
  'campaign',
  'country',
  'processor',
  'cardToken',
  'data',
  'totalAmount',
  'mTxId',
] as const satisfies readonly (keyof FeeRequest)[];

const optionalIn = (fields: Fields) => OPTIONAL.filter((field) => fields[field] !== undefined);
const isDigits = (amount: unknown) => typeof amount === 'string' && /^\d+$/.test(amount);
const isFirst = ({ sTxId }: Fields) => sTxId === undefined;

const readAmounts: Change = (context) => ({
  validate: (violations, { fields: { amount } }) =>
    violations.filter(({ pointer }) => pointer !== '/amount' || !isDigits(amount)),
  ...changeRequest(({ amount, ...fields }) => ({
    ...fields,
    amount: isDigits(amount) ? Number(amount) : amount,
  }))(context),
});

function withDocumentedNames(body: Buffer | undefined): string {
  return REQUIRED_FIELDS.reduce(
    (text, name) => text.replaceAll(new RegExp(`"${name}"(?=\\s*:)`, 'gi'), `"${name}"`),
    String(body ?? ''),
  );
}

/** Uses the processor that was named last. */
const rememberProcessor: Change = (context) => {
  let last: unknown;

  return changeRequest((fields, _, { context: { merchant } }) => {
    if (merchant.processors.length > 1) last = fields['processor'] ?? last;

    return { processor: last, ...fields };
  })(context);
};

/** In US dollars. From this amount on, 10 cents less leave every fee of the shipped prices positive. */
const LEAST_AMOUNT = 20;

export const REQUEST_DEFECTS = {
  'fee-request/accepts-required-fields-alone': {
    'refuses a first call without optional fields': refuseFee(
      'campaign',
      (fields) => isFirst(fields) && optionalIn(fields).length === 0,
    ),
  },
  'fee-request/requires-amount': also(['for-several', 'beside-totalamount', 'beside-an-mtxid'], {
    'accepts a fee call without amount': accept,
  }),
  'fee-request/requires-nicn': also(['for-several', 'beside-a-cardtoken', 'beside-data-and-campaign'], {
    'accepts a fee call without nicn': accept,
  }),
  'fee-request/requires-region': also(
    ['for-several', 'abroad-for-several', 'beside-an-mtxid-for-several', 'beside-country', 'for-one-card'],
    {
      'accepts a fee call without region': accept,
      'in-a-body-that-is-no-json: returns a fee for a body that is not JSON': readBrokenBody(
        'calculateFee',
        VALID_FEE_REQUEST,
      ),
    },
  ),
  'fee-request/accepts-decimal-amounts': also(['for-several'], {
    'refuses amounts with cents': refuseFee('amount', ({ amount }) => !Number.isInteger(amount)),
    'one-decimal-on-updates-by-mtxid: refuses amounts with one decimal': refuseFee('amount', /\.\d$/),
    'binary-floats-on-updates-by-stxid, binary-floats-for-several, binary-floats: refuses amounts that are no whole cents in binary floats':
      refuseFee('amount', ({ amount }) => !Number.isInteger(Number(amount) * 100)),
    'two-amounts: refuses the amounts 10.5 and 70.07': refuseFee('amount', /^(?:10\.5|70\.07)$/),
    'below-a-dollar-in-updates: refuses amounts below a dollar in updates': refuseFee(
      'amount',
      ({ amount }, { by }) => by !== 'first' && Number(amount) < 1,
    ),
  }),
  'fee-request/accepts-each-optional-field': {
    'refuses a first call whose only optional field is data': refuseFee(
      'data',
      (fields) => isFirst(fields) && optionalIn(fields).join() === 'data',
    ),
    'data-on-updates-by-stxid: refuses a fee call whose only optional field is data': refuseFee(
      'data',
      (fields) => optionalIn(fields).join() === 'data',
    ),
    'mtxid-of-more-than-64-bits: refuses an mTxId of digits that 64 bits cannot hold': refuseFee(
      'mTxId',
      /^\d{20,}$/,
    ),
    'country-for-several: refuses a fee call with country': refuseFee('country', {
      country: ANY,
      data: undefined,
    }),
    'capital-letters-in-mtxid: refuses an mTxId with a capital letter': refuseFee('mTxId', /[A-Z]/),
    'dashes-in-mtxid: refuses an mTxId with two dashes in a row': refuseFee('mTxId', /--/),
    'cardtoken: refuses a fee call with cardToken and no data': refuseFee('cardToken', {
      cardToken: ANY,
      data: undefined,
    }),
  },
  'fee-request/accepts-all-fields-at-once': also(['for-several'], {
    'refuses a fee call with more than five optional fields': refuseFee(
      'mTxId',
      (fields) => optionalIn(fields).length > 5,
    ),
    'card-token-beside-country-for-several: refuses a fee call with both cardToken and country': refuseFee(
      'country',
      { cardToken: ANY, country: ANY },
    ),
    'country-beside-campaign: refuses a fee call with both country and campaign': refuseFee('campaign', {
      country: ANY,
      campaign: ANY,
    }),
  }),
  'fee-request/refuses-wrong-types': also(['for-several', 'on-updates-by-mtxid'], {
    'accepts an amount that is a string of digits': readAmounts,
  }),
  'fee-request/names-are-case-sensitive': {
    'reads fields with names in any case': () => ({
      parse: (request, next) => next({ ...request, body: Buffer.from(withDocumentedNames(request.body)) }),
    }),
  },
  'fee-request/refuses-negative-amount': also(['for-several', 'on-updates-by-stxid'], {
    'ignores the sign of a negative amount': changeRequest(({ amount, ...fields }) => ({
      ...fields,
      amount: Math.abs(Number(amount)),
    })),
  }),

  'fee-request/accepts-any-spelling': {
    'refuses a body with \\u escapes': refuseBodies((body) => body.includes('\\u')),
    'spaces: refuses a body with a space after a colon': refuseBodies((body) => /"\s*:\s/.test(body)),
    'order: refuses a body whose first field is not amount, sTxId or mTxId': refuseBodies((body) =>
      /^\s*\{\s*"(?!amount|[sm]TxId)/.test(body),
    ),
  },
  'nicn/accepts-6-to-8-digits': also(['for-several', 'on-updates-by-both'], {
    'refuses an nicn of seven digits': refuseFee('nicn', /^.{7}$/s),
  }),
  'nicn/refuses-fewer-than-6-digits': also([...EACH_PLACE, 'in-an-update-with-a-new-mtxid'], {
    'accepts an nicn that is too short': accept,
    'none-for-several, none: accepts an empty nicn': when({ nicn: /^$/ }, accept),
    'three-digits: accepts an nicn of three digits': when({ nicn: /^\d{3}$/ }, accept),
  }),
  'nicn/refuses-more-than-8-digits': also([...EACH_PLACE, 'for-iso-codes', 'below-a-dollar'], {
    'accepts an nicn that is too long': accept,
    '16-digits: accepts an nicn of 16 digits': when({ nicn: /^\d{16}$/ }, accept),
    'card-number: accepts 4242424242424242 as nicn': when({ nicn: /^(?:42){8}$/ }, accept),
    '12-digits: accepts an nicn of 12 digits': when({ nicn: /^\d{12}$/ }, accept),
  }),
  'nicn/refuses-non-digits': also([...EACH_PLACE, 'abroad', 'beside-a-processor'], {
    'accepts an nicn with other characters than digits': accept,
    'letter-in-a-first-call-with-mtxid: accepts an nicn with letters in a first call with an mTxId': when(
      { nicn: /^\d+[a-z]$/, sTxId: undefined, mTxId: ANY },
      accept,
    ),
    'with-a-space: accepts an nicn of eight characters with a space in it': when(
      { nicn: /^\d{4} \d{3}$/ },
      accept,
    ),
    'spaces: accepts an nicn with spaces': when({ nicn: /^[\d ]+$/ }, accept),
    'other-scripts: accepts an nicn with digits of any script': when({ nicn: /^\p{Nd}+$/u }, accept),
    'letter-at-the-end: accepts an nicn whose eighth character is a letter': when(
      { nicn: /^\d{7}[a-z]$/i },
      accept,
    ),
    'sign: accepts an nicn with a sign': when({ nicn: /^[+-]\d+$/ }, accept),
  }),
  'nicn/never-echoes-card-number': {
    'repeats the received nicn in its refusals': () => ({
      validate: (violations, { fields: { nicn } }) =>
        violations.map((violation) =>
          violation.pointer === '/nicn' && nicn !== undefined
            ? { ...violation, got: JSON.stringify(nicn) }
            : violation,
        ),
    }),
  },

  'region/accepts-zip-code': {
    'refuses zip codes': refuseFee('region', /^\d/),
    'with-a-leading-zero, with-a-leading-zero-on-updates-by-mtxid, with-a-leading-zero-for-several: refuses zip codes that begin with 0':
      refuseFee('region', /^0/),
  },
  'region/accepts-two-letter-state': also(['for-several'], {
    'refuses two-letter states': refuseFee('region', /^[a-z]{2}$/i),
  }),
  'region/accepts-iso-state-code': also(['for-several', 'on-updates-by-stxid'], {
    'refuses ISO state codes': refuseFee('region', /^[a-z]{2}-/i),
  }),
  'region/refuses-unknown': {
    'treats an unknown region as Arizona': repair('unknown-region', () => ({ region: 'AZ' })),
  },
  'country/refuses-unknown': {
    'treats every text as a country': both(
      accept,
      changeRequest(({ country, ...fields }) =>
        typeof country === 'string' && !/^(?!000)[0-9]{3}$/.test(country) ? fields : { ...fields, country },
      ),
    ),
  },
  'region/forms-agree': {
    'adds 10 cents to the fee for an ISO state code': addCents(10, { region: /^[a-z]{2}-/i }),
  },

  'processor/optional-with-one': {
    'adds 10 cents to the fee if a merchant with one processor names it': addCents(
      10,
      ({ processor }, _, { context }) => processor !== undefined && context.merchant.processors.length === 1,
    ),
  },
  'processor/required-with-several': {
    'uses the first of several processors if a fee call names none': changeRequest(
      (fields, _, { context }) => ({
        processor: context.merchant.processors[0]?.mid,
        ...fields,
      }),
    ),
    'last-named: uses the processor that was named last if a fee call names none': rememberProcessor,
  },
  'processor/accepts-mid-or-name': {
    'refuses the name of a processor': refuseFee('processor', isNamed),
    'mid-on-updates-by-stxid: refuses the MID of a processor': refuseFee(
      'processor',
      (fields, at, call) => fields['processor'] !== undefined && !isNamed(fields, at, call),
    ),
    'name-of-the-second: refuses the processor beta': refuseFee('processor', /^beta$/),
  },
  'processor/mid-and-name-agree': {
    'adds 10 cents to the fee if the processor is given by name': addCents(10, isNamed),
    'of-the-second: prices the processor beta as alpha': when(
      { processor: /^beta$/ },
      changeRequest((fields) => ({ ...fields, processor: 'alpha' })),
    ),
    'eight-digits: adds a dollar to the fee if the processor is given by MID beside eight digits': addCents(
      100,
      { processor: /^700200$/, nicn: /^.{8}$/ },
    ),
  },
  'processor/refuses-unknown': {
    'replaces an unknown processor by the first one of the merchant': repair(
      'unknown-processor',
      ({ processors }) => ({ processor: processors[0]?.mid }),
    ),
  },

  'country/defaults-to-840': also(['for-several'], {
    'adds 50 cents to the fee if the country is 840': addCents(50, { country: /^840$/ }),
    'of-a-part: adds 50 cents to the fee of a part of a total without country': addCents(50, {
      country: undefined,
      totalAmount: ANY,
    }),
    'large-amounts: adds 25 cents to the fee with country from 700 dollars on': addCents(
      25,
      ({ country, amount }) => country !== undefined && Number(amount) >= 700,
    ),
    'one-card: adds a dollar to the fee of the card 411111 without country': addCents(100, {
      country: undefined,
      nicn: /^411111/,
    }),
  }),
  'multi-pay/accepts-part-of-total': also(['for-several', 'on-updates-by-both'], {
    'refuses a part that is a cent less than the total': refuseFee(
      'totalAmount',
      ({ amount, totalAmount }) => Math.round((Number(totalAmount) - Number(amount)) * 100) === 1,
    ),
    'tiny-part: refuses a part of less than a fiftieth': refuseFee(
      'totalAmount',
      ({ amount, totalAmount }) => Number(totalAmount) / Number(amount) > 50,
    ),
    'total-with-cents: refuses a total with cents': refuseFee('totalAmount', /\./),
  }),
  'multi-pay/refuses-part-over-total': {
    'accepts a part that is more than the total': repair('part-over-total', () => ({
      totalAmount: undefined,
    })),
  },
  'opaque/campaign-and-data-are-opaque': {
    'refuses campaign and data texts with a quote or an angle bracket': refuseFee(
      'campaign',
      ({ campaign, data }) => [campaign, data].flat().some((text) => /["<>]/.test(String(text))),
    ),
    'markup-in-campaign-on-updates-by-mtxid: refuses a campaign with an angle bracket': refuseFee(
      'campaign',
      /</,
    ),
    'sql-in-data-on-updates-by-both: refuses data with a quote': refuseFee('data', /'/),
    'markup-in-data-for-several: refuses data with an angle bracket': refuseFee('data', /</),
    'one-character: refuses a campaign with a single character': refuseFee('campaign', /^.$/u),
    'ideograph-in-campaign-for-several: refuses a campaign with an ideograph': refuseFee(
      'campaign',
      /\p{Ideographic}/u,
    ),
    'backslash-in-campaign: refuses a campaign with a backslash': refuseFee('campaign', /\\/),
    'backslash-in-data: refuses data with a backslash': refuseFee('data', /\\/),
    'five-campaigns: refuses more than four campaigns': refuseFee(
      'campaign',
      ({ campaign }) => Array.isArray(campaign) && campaign.length > 4,
    ),
    'ideograph-in-data: refuses data with an ideograph': refuseFee('data', /\p{Ideographic}/u),
    'long-data: refuses data of more than 100 characters together': refuseFee(
      'data',
      ({ data = '' }) => String(data).length > 100,
    ),
  },
  'opaque/opaque-data-does-not-change-fee': {
    'adds 5 cents to the fee if data has a coupon code': addCents(5, { data: /^coupon/i }),
  },
  'fee/matches-reference': {
    [`subtracts 10 cents from the fee for cards that begin with 411, from ${LEAST_AMOUNT} dollars on`]:
      addCents(-10, ({ nicn, amount }) => /^411/.test(String(nicn)) && Number(amount) >= LEAST_AMOUNT),
  },
} as const satisfies Readonly<Record<string, Defects>>;
