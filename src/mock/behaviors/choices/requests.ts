/** Choices about requests: missing headers, unknown and null fields, amounts, the size of the body. */
import { createFeeEngine } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import type { Behavior } from '../../behavior.ts';
import { refuseBecause } from '../../refusal.ts';
import type { Fields } from '../../request.ts';
import { handle } from '../../stages/handlers.ts';
import { mapFields, roundToCents, unknownFields, withoutNulls, withRequestedWith } from '../deviations.ts';
import { byOption, type ChoiceBehaviors, readAs, refuseFor, wrongField } from './choice.ts';

type Amount = 'amount' | 'totalAmount';

const AMOUNTS: readonly Amount[] = ['amount', 'totalAmount'];

export const REQUEST_CHOICES = {
  'missing-x-requested-with': {
    // Before the stage, which names missing headers in a 415.
    take: () => ({ parse: (request, next) => next(withRequestedWith(request)) }),
  },

  'unknown-request-fields': {
    refuse: refuseFor(unknownFields),
  },

  'null-optional-fields': {
    ignore: readAs(withoutNulls),
  },

  'zero-amount': {
    refuse: refuseAmounts(['amount'], (usd) => (usd === 0 ? 'more than 0 US dollars' : undefined)),
  },

  'amount-beyond-cents': {
    round: readAs((request, operation) =>
      operation === 'calculateFee' ? mapFields(request, withRoundedAmounts) : request,
    ),
    refuse: refuseAmounts(AMOUNTS, (usd) =>
      roundToCents(usd) === usd ? undefined : 'US dollars with at most two decimals',
    ),
  },

  'largest-amount': byOption('largest-amount', (most) =>
    refuseAmounts(AMOUNTS, (usd) => (usd > Number(most) ? `at most ${most} US dollars` : undefined)),
  ),

  trims: {
    trim: readAs((request) => mapFields(request, withTrimmedTexts)),
  },

  'other-countries': {
    price: () => ({ handle: priceAbroad }),
    refuse: refuseFor(({ country }, operation) =>
      operation === 'calculateFee' && isAbroad(country)
        ? [wrongField(operation, 'country', 'country 840', describeValue(country))]
        : [],
    ),
  },

  'equal-total': {
    refuse: refuseFor(({ amount, totalAmount }, operation) =>
      operation === 'calculateFee' && typeof amount === 'number' && amount === totalAmount
        ? [wrongField(operation, 'totalAmount', `more than the amount, ${amount}`, String(totalAmount))]
        : [],
    ),
  },

  'largest-body': byOption('largest-body', (most) => refuseBodiesOver(Number(most))),
} satisfies Partial<ChoiceBehaviors>;

const HOME = '840';

function isAbroad(country: unknown): country is string {
  return typeof country === 'string' && country !== HOME;
}

/** Prices a call with another country as if the merchant charged in every country. */
const priceAbroad: NonNullable<Behavior['handle']> = (fields, next, call) => {
  if (call.operation !== 'calculateFee' || !isAbroad(fields['country'])) return next(fields);
  const { merchant } = call.context;
  const everywhere = { ...merchant, eligibility: { ...merchant.eligibility, countries: undefined } };

  return handle(fields, { ...call, context: { ...call.context, engine: createFeeEngine(everywhere) } });
};

/** In lists too, as frameworks trim every input. */
function withTrimmedTexts(fields: Fields): Fields {
  const trim = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(trim) : typeof value === 'string' ? value.trim() : value;

  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, trim(value)]));
}

/** @param expect what was expected in place of an amount in US dollars; undefined where it is accepted */
function refuseAmounts(
  names: readonly Amount[],
  expect: (usd: number) => string | undefined,
): () => Behavior {
  return refuseFor((fields, operation) =>
    names.flatMap((name) => {
      const usd = operation === 'calculateFee' ? fields[name] : undefined;
      const expected = typeof usd === 'number' ? expect(usd) : undefined;

      return expected === undefined ? [] : [wrongField(operation, name, expected, String(usd))];
    }),
  );
}

function withRoundedAmounts(fields: Fields): Fields {
  const rounded = AMOUNTS.flatMap((name) => {
    const usd = fields[name];

    return typeof usd === 'number' ? [[name, roundToCents(usd)]] : [];
  });

  return { ...fields, ...Object.fromEntries(rounded) };
}

/** @param most in bytes */
function refuseBodiesOver(most: number): () => Behavior {
  return () => ({
    parse(request, next) {
      const size = request.body?.length ?? 0;
      if (size <= most) return next(request);

      return refuseBecause('body-too-large', `the body: expected at most ${most} bytes, got ${size}`);
    },
  });
}
