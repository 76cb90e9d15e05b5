/** Defects in which fee requests the mock accepts, and in their prices (section 2.1). */
import type { FeeRequest } from '../../../contract/types.ts';
import { type Call, type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import {
  accept,
  addCents,
  type Change,
  changeRequest,
  type Defects,
  matches,
  readBrokenBody,
  refuseFee,
  repair,
  type Where,
  when,
} from './defect.ts';
import { also, EACH_PLACE } from './places.ts';

const OPTIONAL = [
  'campaign',
  'country',
  'processor',
  'cardToken',
  'data',
  'totalAmount',
  'mTxId',
] as const satisfies readonly (keyof FeeRequest)[];

const optionalFieldsOf = (fields: Fields) => OPTIONAL.filter((field) => fields[field] !== undefined);
const isByName = ({ processor }: Fields, { context: { merchant } }: Call) =>
  merchant.processors.some(({ name }) => name === processor);
const isNamed: Where = (fields, _, call) => isByName(fields, call);
const isDigits = (amount: unknown) => typeof amount === 'string' && /^\d+$/.test(amount);

const refuseBinaryFractions = refuseFee('amount', ({ amount }) => !Number.isInteger(Number(amount) * 100));

const convertAmounts: Change = (context) => ({
  validate: (violations, { fields: { amount } }) =>
    violations.filter(({ pointer }) => pointer !== '/amount' || !isDigits(amount)),
  ...changeRequest(({ amount, ...fields }) => ({
    ...fields,
    amount: isDigits(amount) ? Number(amount) : amount,
  }))(context),
});

const ignoreSigns = changeRequest(({ amount, ...fields }) => ({
  ...fields,
  amount: Number(amount) < 0 ? -Number(amount) : amount,
}));

const refuseNearlyAll = refuseFee(
  'totalAmount',
  ({ amount, totalAmount }) =>
    totalAmount !== undefined && Math.round((Number(totalAmount) - Number(amount)) * 100) === 1,
);

/** In US dollars. From this amount on, 10 cents less leave every fee of the shipped prices positive. */
const LEAST_AMOUNT = 20;

export const REQUEST_DEFECTS = {
  'fee-request/accepts-required-fields-alone': {
    'refuses a first call without optional fields': refuseFee(
      'campaign',
      (fields) => fields['sTxId'] === undefined && optionalFieldsOf(fields).length === 0,
    ),
  },
  'fee-request/requires-amount': also(['for-several'], {
    'accepts a fee call without amount': accept(VALID_FEE_REQUEST),
    'beside-totalamount: accepts a fee call without amount beside totalAmount': when(
      ({ totalAmount }) => totalAmount !== undefined,
      accept({ amount: 0.01 }),
    ),
    'beside-an-mtxid: accepts a fee call without amount beside an mTxId': when(
      ({ mTxId }) => mTxId !== undefined,
      accept(VALID_FEE_REQUEST),
    ),
  }),
  'fee-request/requires-nicn': also(['for-several'], {
    'accepts a fee call without nicn': accept(VALID_FEE_REQUEST),
    'beside-a-cardtoken: accepts a fee call without nicn beside a cardToken': when(
      ({ cardToken }) => cardToken !== undefined,
      accept(VALID_FEE_REQUEST),
    ),
    'beside-data-and-campaign: accepts a fee call without nicn beside data and campaign': when(
      ({ data, campaign }) => data !== undefined && campaign !== undefined,
      accept(VALID_FEE_REQUEST),
    ),
  }),
  'fee-request/requires-region': also(['for-several'], {
    'accepts a fee call without region': accept(VALID_FEE_REQUEST),
    'in-a-body-that-is-no-json: returns a fee for a body that is not JSON': readBrokenBody(
      'calculateFee',
      VALID_FEE_REQUEST,
    ),
    'abroad-for-several: accepts a fee call without region from another country': when(
      ({ country = '840' }) => country !== '840',
      accept(VALID_FEE_REQUEST),
    ),
    'beside-an-mtxid-for-several: accepts a fee call without region beside an mTxId': when(
      ({ mTxId }) => mTxId !== undefined,
      accept(VALID_FEE_REQUEST),
    ),
    'beside-country: accepts a fee call without region beside country': when(
      ({ country }) => country !== undefined,
      accept(VALID_FEE_REQUEST),
    ),
    'for-one-card: accepts a fee call without region for the nicn 411111': when(
      ({ nicn }) => nicn === '411111',
      accept(VALID_FEE_REQUEST),
    ),
  }),
  'fee-request/accepts-decimal-amounts': also(['for-several'], {
    'refuses amounts with cents': refuseFee('amount', ({ amount }) => !Number.isInteger(amount)),
    'one-decimal-on-updates-by-mtxid: refuses amounts with one decimal': refuseFee('amount', /\.\d$/),
    'binary-floats-on-updates-by-stxid: refuses amounts that are no whole cents in binary floats':
      refuseBinaryFractions,
    'binary-floats-for-several: refuses amounts that are no whole cents in binary floats':
      refuseBinaryFractions,
    'binary-floats: refuses amounts that are no whole cents in binary floats': refuseBinaryFractions,
    'two-amounts: refuses the amounts 10.5 and 70.07': refuseFee('amount', /^(?:10\.5|70\.07)$/),
    'below-a-dollar-in-updates: refuses amounts below a dollar in updates': refuseFee(
      'amount',
      ({ amount }, { by }) => by !== 'first' && Number(amount) < 1,
    ),
  }),
  'fee-request/accepts-each-optional-field': {
    'refuses a first call whose only optional field is data': refuseFee(
      'data',
      (fields) => fields['sTxId'] === undefined && optionalFieldsOf(fields).join() === 'data',
    ),
    'data-on-updates-by-stxid: refuses a fee call whose only optional field is data': refuseFee(
      'data',
      (fields) => optionalFieldsOf(fields).join() === 'data',
    ),
    'mtxid-of-more-than-64-bits: refuses an mTxId of digits that 64 bits cannot hold': refuseFee(
      'mTxId',
      /^\d{20,}$/,
    ),
    'country-for-several: refuses a fee call with country': refuseFee(
      'country',
      ({ country, data }) => country !== undefined && data === undefined,
    ),
    'capital-letters-in-mtxid: refuses an mTxId with a capital letter': refuseFee('mTxId', /[A-Z]/),
    'dashes-in-mtxid: refuses an mTxId with two dashes in a row': refuseFee('mTxId', /--/),
    'cardtoken: refuses a fee call with cardToken and no data': refuseFee(
      'cardToken',
      ({ cardToken, data }) => cardToken !== undefined && data === undefined,
    ),
  },
  'fee-request/accepts-all-fields-at-once': also(['for-several'], {
    'refuses a fee call with more than five optional fields': refuseFee(
      'mTxId',
      (fields) => optionalFieldsOf(fields).length > 5,
    ),
    'card-token-beside-country-for-several: refuses a fee call with both cardToken and country': refuseFee(
      'country',
      ({ cardToken, country }) => cardToken !== undefined && country !== undefined,
    ),
    'country-beside-campaign: refuses a fee call with both country and campaign': refuseFee(
      'campaign',
      ({ country, campaign }) => country !== undefined && campaign !== undefined,
    ),
  }),
  'fee-request/refuses-wrong-types': also(['for-several', 'on-updates-by-mtxid'], {
    'accepts an amount that is a string of digits': convertAmounts,
  }),
  'fee-request/refuses-negative-amount': also(['for-several', 'on-updates-by-stxid'], {
    'ignores the sign of a negative amount': ignoreSigns,
  }),

  'nicn/accepts-6-to-8-digits': also(['for-several', 'on-updates-by-both'], {
    'refuses an nicn of seven digits': refuseFee('nicn', /^.{7}$/s),
  }),
  'nicn/refuses-fewer-than-6-digits': also(EACH_PLACE, {
    'accepts an nicn that is too short': accept(),
    'none-for-several: accepts an empty nicn': when(({ nicn }) => nicn === '', accept()),
    'in-an-update-with-a-new-mtxid: accepts an nicn that is too short in an update that gives the transaction an mTxId':
      when((_, { by, opening }) => by === 'both' && opening['mTxId'] === undefined, accept()),
    'none: accepts an empty nicn': when(({ nicn }) => nicn === '', accept()),
    'three-digits: accepts an nicn of three digits': when(
      ({ nicn }) => /^\d{3}$/.test(String(nicn)),
      accept(),
    ),
  }),
  'nicn/refuses-more-than-8-digits': also(EACH_PLACE, {
    'accepts an nicn that is too long': accept(),
    'for-iso-codes: accepts an nicn that is too long with an ISO code as region': when(
      ({ region }) => /^US-/.test(String(region)),
      accept(),
    ),
    '16-digits: accepts an nicn of 16 digits': when(({ nicn }) => /^\d{16}$/.test(String(nicn)), accept()),
    'card-number: accepts 4242424242424242 as nicn': when(
      ({ nicn }) => nicn === '4242424242424242',
      accept(),
    ),
    '12-digits: accepts an nicn of 12 digits': when(({ nicn }) => /^\d{12}$/.test(String(nicn)), accept()),
    'below-a-dollar: accepts an nicn that is too long for an amount below a dollar': when(
      ({ amount }) => Number(amount) < 1,
      accept(),
    ),
  }),
  'nicn/refuses-non-digits': also(EACH_PLACE, {
    'accepts an nicn with other characters than digits': accept(),
    'letter-in-a-first-call-with-mtxid: accepts an nicn with letters in a first call with an mTxId': when(
      ({ nicn, sTxId, mTxId }) =>
        sTxId === undefined && mTxId !== undefined && /^\d+[a-z]$/.test(String(nicn)),
      accept(),
    ),
    'with-a-space: accepts an nicn of eight characters with a space in it': when(
      ({ nicn }) => /^\d{4} \d{3}$/.test(String(nicn)),
      accept(),
    ),
    'spaces: accepts an nicn with spaces': when(({ nicn }) => /^[\d ]+$/.test(String(nicn)), accept()),
    'other-scripts: accepts an nicn with digits of any script': when(
      ({ nicn }) => /^\p{Nd}+$/u.test(String(nicn)),
      accept(),
    ),
    'letter-at-the-end: accepts an nicn whose eighth character is a letter': when(
      ({ nicn }) => /^\d{7}[a-z]$/i.test(String(nicn)),
      accept(),
    ),
    'sign: accepts an nicn with a sign': when(({ nicn }) => /^[+-]\d+$/.test(String(nicn)), accept()),
    'abroad: accepts an nicn with other characters than digits from another country': when(
      ({ country = '840' }) => country !== '840',
      accept(),
    ),
    'beside-a-processor: accepts an nicn with other characters than digits beside the name of a processor':
      when(isNamed, accept()),
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
    'with-a-leading-zero: refuses zip codes that begin with 0': refuseFee('region', /^0/),
    'with-a-leading-zero-on-updates-by-mtxid: refuses zip codes that begin with 0': refuseFee('region', /^0/),
    'with-a-leading-zero-for-several: refuses zip codes that begin with 0': refuseFee('region', /^0/),
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
  'region/forms-agree': {
    'adds 10 cents to the fee for an ISO state code': addCents(10, ({ region }) =>
      /^[a-z]{2}-/i.test(String(region)),
    ),
  },

  'processor/optional-with-one': {
    'adds 10 cents to the fee if a merchant with one processor names it': addCents(
      10,
      ({ processor }, _, { context: { merchant } }) =>
        processor !== undefined && merchant.processors.length === 1,
    ),
  },
  'processor/required-with-several': {
    'uses the first of several processors if a fee call names none': changeRequest(
      (fields, _, { context: { merchant } }) => ({
        processor: merchant.processors[0]?.mid,
        ...fields,
      }),
    ),
    'last-named: uses the processor that was named last if a fee call names none': (context) => {
      let last: unknown;

      return changeRequest((fields, _, { context: { merchant } }) => {
        if (merchant.processors.length > 1) last = fields['processor'] ?? last;

        return { processor: last, ...fields };
      })(context);
    },
  },
  'processor/accepts-mid-or-name': {
    'refuses the name of a processor': refuseFee('processor', isNamed),
    'mid-on-updates-by-stxid: refuses the MID of a processor': refuseFee(
      'processor',
      (fields, _, call) => fields['processor'] !== undefined && !isByName(fields, call),
    ),
    'name-of-the-second: refuses the processor beta': refuseFee('processor', /^beta$/),
  },
  'processor/mid-and-name-agree': {
    'adds 10 cents to the fee if the processor is given by name': addCents(10, isNamed),
    'of-the-second: prices the processor beta as alpha': changeRequest(({ processor, ...fields }) => ({
      ...fields,
      processor: processor === 'beta' ? 'alpha' : processor,
    })),
    'eight-digits: adds a dollar to the fee if the processor is given by MID beside eight digits': addCents(
      100,
      ({ processor, nicn }) => processor === '700200' && String(nicn).length === 8,
    ),
  },
  'processor/refuses-unknown': {
    'replaces an unknown processor by the first one of the merchant': repair(
      'unknown-processor',
      ({ processors }) => ({ processor: processors[0]?.mid }),
    ),
  },

  'country/defaults-to-840': also(['for-several'], {
    'adds 50 cents to the fee if the country is 840': addCents(50, ({ country }) => country === '840'),
    'of-a-part: adds 50 cents to the fee of a part of a total without country': addCents(
      50,
      ({ country, totalAmount }) => country === undefined && totalAmount !== undefined,
    ),
    'large-amounts: adds 25 cents to the fee with country from 700 dollars on': addCents(
      25,
      ({ country, amount }) => country !== undefined && Number(amount) >= 700,
    ),
    'one-card: adds a dollar to the fee of the card 411111 without country': addCents(
      100,
      ({ country, nicn }) => country === undefined && String(nicn).startsWith('411111'),
    ),
  }),
  'multi-pay/accepts-part-of-total': also(['for-several', 'on-updates-by-both'], {
    'refuses a part that is a cent less than the total': refuseNearlyAll,
    'tiny-part: refuses a part of less than a fiftieth': refuseFee(
      'totalAmount',
      ({ amount, totalAmount }) => Number(totalAmount) / Number(amount) > 50,
    ),
    'total-with-cents: refuses a total with cents': refuseFee(
      'totalAmount',
      ({ totalAmount }) => totalAmount !== undefined && !Number.isInteger(totalAmount),
    ),
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
    'adds 5 cents to the fee if data has a coupon code': addCents(5, ({ data }) => matches(data, /^coupon/i)),
  },
  'fee/matches-reference': {
    [`subtracts 10 cents from the fee for cards that begin with 411, from ${LEAST_AMOUNT} dollars on`]:
      addCents(-10, ({ nicn, amount }) => String(nicn).startsWith('411') && Number(amount) >= LEAST_AMOUNT),
  },
} as const satisfies Readonly<Record<string, Defects>>;
