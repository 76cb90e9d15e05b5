/** Selects the first calls and updates whose fees best distinguish ways of pricing. */
import type { Merchant } from '../../../src/engine/index.ts';
import { toCentBounds } from '../arbitraries/amount.ts';
import { almostHalfCents, breakpoints, cutOff, halfCents } from './breakpoints.ts';
import { type FeeCase, type FeeCaseContext, type PricedRequest, quoteByCents } from './fee-cases.ts';
import { pricedMerchants } from './fee-reference.ts';

/** The most cases of a kind for one sample, and of all. */
const MAX = { amounts: 6, cards: 18, regions: 8, total: 28 };

/** The baseline at one processor of a merchant. */
interface PricedBaseline {
  readonly role: FeeCase['merchant'];
  readonly merchant: Merchant;
  readonly request: PricedRequest;
}

/** Interleaved, so that the first cases include the best of every kind, merchant and processor. */
export function boundaryCases(context: FeeCaseContext): readonly FeeCase[] {
  const samples = samplesOf(context);
  const first = samples.slice(0, 1);
  const kinds = [
    samples.map((sample, n) => amountCases(sample, n, context)),
    first.map((sample) => countryCases(sample, context)),
    samples.map((sample) => beyondCases(sample, context)),
    samples.map((sample) => cardCases(sample, context)),
    samples.map(processorNameCases),
    first.map((sample) => regionCases(sample, context)),
    samples.map((sample) => partCases(sample, context)),
    samples.map((sample) => updateCases(sample, context)),
  ];
  const baselines = samples.map((sample) => withFields(sample, {}));

  return distinct([...baselines, ...interleave(kinds.map(interleave))]).slice(0, MAX.total);
}

function samplesOf(context: FeeCaseContext): readonly PricedBaseline[] {
  const { amount, nicn, region } = context.baseline;
  const request = { amount, nicn, region };

  return pricedMerchants(context).flatMap(({ role, merchant }): readonly PricedBaseline[] =>
    role === 'one'
      ? [{ role, merchant, request }]
      : merchant.processors.map(({ mid }) => ({ role, merchant, request: { ...request, processor: mid } })),
  );
}

function withFields({ role, request }: PricedBaseline, fields: Partial<PricedRequest>): FeeCase {
  return { merchant: role, request: { ...request, ...fields } };
}

/** Half cents and almost half cents, breakpoints, the smallest and the largest amount: first others for each sample. */
function amountCases(sample: PricedBaseline, n: number, { deployment }: FeeCaseContext): readonly FeeCase[] {
  const quote = quoteByCents(sample.merchant, sample.request);
  const bounds = toCentBounds(deployment.amounts);
  const found = breakpoints(quote, bounds);
  const ordinary = ORDINARY.filter((cents) => cents > bounds.min && cents < bounds.max);
  const kinds = [
    [...halfCents(quote, bounds), ...almostHalfCents(quote, bounds, found)],
    [...(n === 0 ? [bounds.max] : []), ...cutOff(quote, bounds), bounds.max, bounds.min, ...ordinary],
    found,
  ];
  const amounts = interleave([...kinds.slice(n % kinds.length), ...kinds.slice(0, n % kinds.length)]);

  return [...new Set(amounts)]
    .slice(0, MAX.amounts)
    .map((cents) => withFields(sample, { amount: cents / 100 }));
}

/** Beyond each breakpoint, where a price that should have changed there differs by more than a cent. */
function beyondCases(sample: PricedBaseline, { deployment }: FeeCaseContext): readonly FeeCase[] {
  const bounds = toCentBounds(deployment.amounts);
  const found = breakpoints(quoteByCents(sample.merchant, sample.request), bounds);
  const past = found.map((cents) => Math.round(cents * BEYOND));

  return past
    .filter((cents, at) => at % AROUND === 0 && cents <= bounds.max)
    .map((cents) => withFields(sample, { amount: cents / 100 }));
}

const BEYOND = 1.1;
/** Amounts around each breakpoint. */
const AROUND = 3;

/** In cents: with cents that binary floats do not have, and above a thousand dollars. */
const ORDINARY = [123_456, 1099, 99_999, 1924];

/** Every card and length, the longest first, each at an amount that distinguishes ways of rounding. */
function cardCases(
  sample: PricedBaseline,
  { data: { nicns }, deployment }: FeeCaseContext,
): readonly FeeCase[] {
  const bounds = toCentBounds(deployment.amounts);

  // Eight digits of each card say the most, and the sample itself has six of one.
  const longestFirst = nicns.toSorted((one, other) => other.length - one.length);

  return longestFirst.slice(0, MAX.cards).map((nicn, at) => {
    const halves = halfCents(quoteByCents(sample.merchant, { ...sample.request, nicn }), bounds);
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

/** The home country, and one abroad in which the merchant charges a fee. */
function countryCases(
  sample: PricedBaseline,
  { data: { nicns }, deployment }: FeeCaseContext,
): readonly FeeCase[] {
  const abroad = sample.merchant.eligibility.countries?.find((country) => country !== '840');
  if (abroad === undefined) return [withFields(sample, { country: '840' })];

  const { amount } = sample.request;
  const [place, other = place] = abroad === CANADA ? CANADIAN : [];
  const at = (fields: Partial<PricedRequest>) => withFields(sample, { country: abroad, ...fields });
  const feeOf = (nicn: string) => quoteByCents(sample.merchant, { ...sample.request, nicn })(amount * 100);
  const free = nicns.find((nicn) => feeOf(nicn)?.transactionFee === 0);

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
  const bounds = toCentBounds(deployment.amounts);
  const [breakpoint] = breakpoints(quoteByCents(sample.merchant, sample.request), bounds);
  const total = Math.min(Math.max(10_000, bounds.min), bounds.max);
  const parts = [
    ...(breakpoint === undefined ? [] : [[breakpoint, Math.min(2 * breakpoint, bounds.max)] as const]),
    [Math.max(bounds.min, Math.round(total * 0.4)), total] as const,
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

function distinct(cases: readonly FeeCase[]): readonly FeeCase[] {
  return [...new Map(cases.map((one) => [JSON.stringify(one), one])).values()];
}
