/** The first calls and updates whose fees are compared: random ones, and those that best distinguish ways of pricing. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { createFeeEngine, type Merchant } from '../../../src/engine/index.ts';
import { type AmountBounds, toCentBounds } from '../arbitraries/amount.ts';
import type { RuleContext, TestData } from '../context.ts';
import type { MerchantRole } from '../exchange.ts';
import { almostHalfCents, breakpoints, cutOff, halfCents, type QuoteByCents } from './amounts.ts';
import { countriesOf, pricedMerchants } from './reference.ts';

type PricedRequest = Pick<FeeRequest, 'amount' | 'nicn' | 'region' | 'country' | 'processor' | 'totalAmount'>;

export interface FeeCase {
  readonly merchant: MerchantRole;
  readonly request: PricedRequest;
  /** US dollars: the transaction is opened with this amount and then updated to the request. */
  readonly from?: number;
}

interface FeeCaseContext extends Pick<RuleContext, 'baseline' | 'deployment'> {
  readonly data: Pick<TestData, 'nicns' | 'regions' | 'plainAmounts' | 'amount'>;
}

/** The baseline at one processor of a merchant, and its price. */
interface PricedBaseline {
  readonly role: MerchantRole;
  readonly merchant: Merchant;
  readonly request: PricedRequest;
  /** Quotes without a day: breakpoints do not depend on it. */
  readonly quoteOf: (fields?: Partial<PricedRequest>) => QuoteByCents;
  /** In cents. */
  readonly bounds: AmountBounds;
  /** In cents, three for each. */
  readonly breakpoints: readonly number[];
}

/** @param processorsOf those that requests name; undefined for none */
function samplesOf(
  { baseline: { amount, nicn, region }, deployment }: FeeCaseContext,
  processorsOf: (merchant: Merchant) => readonly string[],
): readonly PricedBaseline[] {
  const bounds = toCentBounds(deployment.amounts);

  return pricedMerchants(deployment).flatMap(({ role, merchant }) => {
    const engine = createFeeEngine(merchant);
    const requests: readonly PricedRequest[] =
      role === 'one'
        ? [{ amount, nicn, region }]
        : processorsOf(merchant).map((processor) => ({ amount, nicn, region, processor }));

    return requests.map((request) => {
      const quoteOf = (fields?: Partial<PricedRequest>) => (cents: number) => {
        const quote = engine.quote({ ...request, ...fields, amount: cents / 100 });

        return quote.kind === 'quoted' ? quote : undefined;
      };

      return { role, merchant, request, quoteOf, bounds, breakpoints: breakpoints(quoteOf(), bounds) };
    });
  });
}

export function feeCase(context: FeeCaseContext): fc.Arbitrary<FeeCase> {
  const { data } = context;
  const cases = samplesOf(context, ({ processors }) =>
    processors.flatMap(({ mid, name }) => [mid, name]),
  ).map(({ role, request: { processor }, quoteOf, bounds, breakpoints }) => {
    const special = [...halfCents(quoteOf(), bounds), ...breakpoints].map((cents) => cents / 100);
    const amount =
      special.length === 0
        ? data.amount
        : fc.oneof({ weight: 3, arbitrary: data.amount }, fc.constantFrom(...special));

    return fc.record(
      {
        merchant: fc.constant(role),
        request: fc.record({
          amount,
          nicn: fc.constantFrom(...data.nicns),
          region: fc.constantFrom(...Object.values(data.regions).flat()),
          ...(processor === undefined ? {} : { processor: fc.constant(processor) }),
        }),
        from: data.amount,
      },
      { requiredKeys: ['merchant', 'request'] },
    );
  });

  return fc.oneof(...cases).map((value) => value as FeeCase);
}

/** The most cases of a kind for one sample, and of all. */
const MAX = { amounts: 6, cards: 18, regions: 8, total: 28 };

/** Interleaved, so that the first cases include the best of every kind, merchant and processor. */
export function boundaryCases(context: FeeCaseContext): readonly FeeCase[] {
  const samples = samplesOf(context, ({ processors }) => processors.map(({ mid }) => mid));
  const first = samples.slice(0, 1);
  const kinds = [
    samples.map(amountCases),
    first.map((sample) => countryCases(sample, context)),
    samples.map(beyondCases),
    samples.map((sample) => cardCases(sample, context)),
    samples.map(processorNameCases),
    first.map((sample) => regionCases(sample, context)),
    samples.map((sample) => partCases(sample, context)),
    samples.map((sample) => updateCases(sample, context)),
  ];
  const baselines = samples.map((sample) => withFields(sample, {}));
  const all = [...baselines, ...interleave(kinds.map(interleave))];

  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].slice(0, MAX.total);
}

function withFields({ role, request }: PricedBaseline, fields: Partial<PricedRequest>): FeeCase {
  return { merchant: role, request: { ...request, ...fields } };
}

/** In cents: with cents that binary floats do not have, and above a thousand dollars. */
const ORDINARY = [123_456, 1099, 99_999, 1924];

/** Half cents and almost half cents, breakpoints, the smallest and the largest amount: first others for each sample. */
function amountCases(sample: PricedBaseline, n: number): readonly FeeCase[] {
  const { bounds, breakpoints } = sample;
  const quote = sample.quoteOf();
  const ordinary = ORDINARY.filter((cents) => cents > bounds.min && cents < bounds.max);
  const kinds = [
    [...halfCents(quote, bounds), ...almostHalfCents(quote, bounds, breakpoints)],
    [...(n === 0 ? [bounds.max] : []), ...cutOff(quote, bounds), bounds.max, bounds.min, ...ordinary],
    breakpoints,
  ];
  const amounts = interleave([...kinds.slice(n % kinds.length), ...kinds.slice(0, n % kinds.length)]);

  return [...new Set(amounts)]
    .slice(0, MAX.amounts)
    .map((cents) => withFields(sample, { amount: cents / 100 }));
}

/** How far beyond each breakpoint a price that should have changed there differs by more than a cent. */
const BEYOND = 1.1;

function beyondCases(sample: PricedBaseline): readonly FeeCase[] {
  return sample.breakpoints
    .filter((_, at) => at % 3 === 0)
    .map((cents) => Math.round(cents * BEYOND))
    .filter((cents) => cents <= sample.bounds.max)
    .map((cents) => withFields(sample, { amount: cents / 100 }));
}

/** Every card and length, the longest first, each at an amount that distinguishes ways of rounding. */
function cardCases(sample: PricedBaseline, { data: { nicns } }: FeeCaseContext): readonly FeeCase[] {
  // Eight digits of each card say the most, and the sample itself has six of one.
  const longestFirst = nicns.toSorted((one, other) => other.length - one.length);

  return longestFirst.slice(0, MAX.cards).map((nicn, at) => {
    const halves = halfCents(sample.quoteOf({ nicn }), sample.bounds);
    const cents = halves[at % Math.max(1, halves.length)];

    return withFields(sample, { nicn, ...(cents === undefined ? {} : { amount: cents / 100 }) });
  });
}

/** The samples have the processor's MID. */
function processorNameCases(sample: PricedBaseline): readonly FeeCase[] {
  const processor = sample.merchant.processors.find(({ mid }) => mid === sample.request.processor);

  return processor === undefined ? [] : [withFields(sample, { processor: processor.name })];
}

function regionCases(sample: PricedBaseline, { data }: FeeCaseContext): readonly FeeCase[] {
  return interleave(Object.values(data.regions))
    .slice(0, MAX.regions)
    .map((region) => withFields(sample, { region }));
}

/** Its regions have forms of their own: a province, and a postal code of another one. */
const CANADA = '124';
const CANADIAN = [{ region: 'ON' }, { region: 'H2X 1Y4' }];

/** The home country, and one abroad that the merchant file names. */
function countryCases(sample: PricedBaseline, { data, deployment }: FeeCaseContext): readonly FeeCase[] {
  const abroad = countriesOf(sample.merchant).find((country) => country !== '840');
  if (abroad === undefined) return [withFields(sample, { country: '840' })];

  const [place, other = place] = abroad === CANADA ? CANADIAN : [];
  const at = (fields: Partial<PricedRequest>) => withFields(sample, { country: abroad, ...fields });
  const cents = sample.request.amount * 100;
  const free = data.nicns.find((nicn) => sample.quoteOf({ nicn })(cents)?.transactionFee === 0);

  // The first call with a country or a region shows whether it is accepted at all.
  return [
    at({ ...place }),
    ...(other === place ? [] : [at({ ...other })]),
    // A service may limit fees, and except cards, at home alone.
    ...(free === undefined ? [] : [at({ ...place, nicn: free })]),
    at({ ...other, amount: deployment.amounts.max }),
  ];
}

/** A part below a breakpoint with the total above it, if there is one, and an ordinary part of a total. */
function partCases(sample: PricedBaseline, { deployment }: FeeCaseContext): readonly FeeCase[] {
  if (!deployment.multiPay) return [];
  const { min, max } = sample.bounds;
  const [breakpoint] = sample.breakpoints;
  const total = Math.min(Math.max(10_000, min), max);
  const parts = [
    ...(breakpoint === undefined ? [] : [[breakpoint, Math.min(2 * breakpoint, max)] as const]),
    [Math.max(min, Math.round(total * 0.4)), total] as const,
  ];

  return parts.map(([part, whole]) => withFields(sample, { amount: part / 100, totalAmount: whole / 100 }));
}

function updateCases(sample: PricedBaseline, { data: { plainAmounts } }: FeeCaseContext): readonly FeeCase[] {
  const from = plainAmounts.find((amount) => amount !== sample.request.amount);

  return from === undefined ? [] : [{ ...withFields(sample, {}), from }];
}

/** The first of each list, then the second of each, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));

  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
