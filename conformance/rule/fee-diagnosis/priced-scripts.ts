/** The first calls and updates whose fees are compared: random ones, and those that best distinguish ways of pricing. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { createFeeEngine, type Merchant } from '../../../src/engine/index.ts';
import { type AmountBounds, toCentBounds } from '../arbitraries/amount.ts';
import type { RuleContext, TestData } from '../context.ts';
import { interleave, rotate } from '../lists.ts';
import { opened } from '../patterns/open.ts';
import { fee, type Script } from '../script.ts';
import type { MerchantRole } from '../service-call.ts';
import { almostHalfCents, breakpoints, cutOff, halfCents, type QuoteByCents } from './amounts.ts';
import { CANADA } from './mistakes.ts';
import { countriesOf, pricedMerchants } from './reference.ts';

type PricedRequest = Pick<FeeRequest, 'amount' | 'nicn' | 'region' | 'country' | 'processor' | 'totalAmount'>;

interface PricedContext extends Pick<RuleContext, 'baseline' | 'deployment' | 'isPartial'> {
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
  { baseline: { amount, nicn, region }, deployment }: Pick<PricedContext, 'baseline' | 'deployment'>,
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

/** @param before what its transaction is opened with, and updated to before */
function scriptOf(
  merchant: MerchantRole,
  request: PricedRequest,
  [first, ...others]: readonly PricedRequest[] = [],
): Script {
  if (first === undefined) return { calls: [fee(request, { merchant })] };
  const mayBeRefused = 'this deployment refuses such updates';

  return {
    calls: [
      opened(first, merchant),
      ...[...others, request].map((one) => fee({ ...one, sTxId: '{s1}' }, { merchant, mayBeRefused })),
    ],
  };
}

export function feeScript(context: PricedContext): fc.Arbitrary<Script> {
  const { data } = context;
  const scripts = samplesOf(context, ({ processors }) =>
    processors.flatMap(({ mid, name }) => [mid, name]),
  ).map(({ role, request: { processor }, quoteOf, bounds, breakpoints }) => {
    const special = [...halfCents(quoteOf(), bounds), ...breakpoints].map((cents) => cents / 100);
    const amount =
      special.length === 0
        ? data.amount
        : fc.oneof({ weight: 3, arbitrary: data.amount }, fc.constantFrom(...special));

    const request = fc.record({
      amount,
      nicn: fc.constantFrom(...data.nicns),
      region: fc.constantFrom(...Object.values(data.regions).flat()),
      ...(processor === undefined ? {} : { processor: fc.constant(processor) }),
    });
    const from = fc.option(data.amount, { nil: undefined });

    return fc
      .tuple(request, from)
      .map(([one, amount]) => scriptOf(role, one, amount === undefined ? [] : [{ ...one, amount }]));
  });

  return fc.oneof(...scripts);
}

/** The most scripts of a kind for one sample. */
const MAX = { amounts: 2, cards: 2, beyond: 2, total: 17 };

/** Amounts in the scripts of the n-th sample: the calls of other rules have few for processors that are not the first one. */
function countOf(n: number): number {
  return Math.min(n + 1, MAX.amounts);
}

/**
 * Interleaved, so that the first scripts include the best of every kind, merchant and processor. The calls of other rules
 * have other amounts, cards and regions, with the same fields as here and with others. In a partial run nothing has, so
 * that all amounts have a script.
 */
export function boundaryScripts(context: PricedContext): readonly Script[] {
  const samples = samplesOf(context, ({ processors }) => processors.map(({ mid }) => mid));
  const first = samples.slice(0, 1);
  const kinds = [
    samples.map((sample, n) =>
      amountsOf(sample, n)
        .slice(0, context.isPartial ? undefined : countOf(n))
        .map((amount) => withFields(sample, { amount })),
    ),
    [samples.flatMap((sample) => countryScripts(sample, context))],
    samples.map(scriptsBeyond),
    samples.toReversed().map((sample) => cardScripts(sample, context)),
    first.map((sample) => totalScripts(sample, context)),
  ];
  const all = interleave(kinds.map(interleave));

  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].slice(
    0,
    context.isPartial ? undefined : MAX.total,
  );
}

/** By merchant and the MID that its calls name, in US dollars: the amounts of other rules' calls, the most telling ones first. */
export function tellingAmounts(
  context: Pick<PricedContext, 'baseline' | 'deployment'>,
): ReadonlyMap<string, readonly number[]> {
  const samples = samplesOf(context, ({ processors }) => processors.map(({ mid }) => mid));

  return new Map(
    samples.map((sample, n) => [
      `${sample.role} ${sample.request.processor ?? ''}`,
      // Other calls begin where the scripts end.
      rotate(amountsOf(sample, n), countOf(n)),
    ]),
  );
}

function withFields({ role, request }: PricedBaseline, fields: Partial<PricedRequest>): Script {
  return scriptOf(role, { ...request, ...fields });
}

/** In cents: with cents that binary floats do not have, and above a thousand dollars. */
const ORDINARY = [123_456, 1099, 99_999, 1924];

/** In US dollars: half cents and almost half cents, breakpoints, the smallest and the largest amount, others first for each sample. */
function amountsOf({ bounds, breakpoints, quoteOf }: PricedBaseline, n: number): readonly number[] {
  const quote = quoteOf();
  const ordinary = ORDINARY.filter((cents) => cents > bounds.min && cents < bounds.max);
  const kinds = [
    [...halfCents(quote, bounds), ...almostHalfCents(quote, bounds, breakpoints)],
    [...(n === 0 ? [bounds.max] : []), ...cutOff(quote, bounds), bounds.max, bounds.min, ...ordinary],
    breakpoints,
  ];

  return [...new Set(interleave(rotate(kinds, n % kinds.length)))].map((cents) => cents / 100);
}

/** How far beyond each breakpoint a price that should have changed there differs by more than a cent. */
const BEYOND = 1.1;

function scriptsBeyond(sample: PricedBaseline): readonly Script[] {
  return sample.breakpoints
    .filter((_, at) => at % 3 === 0)
    .slice(0, MAX.beyond)
    .map((cents) => Math.round(cents * BEYOND))
    .filter((cents) => cents <= sample.bounds.max)
    .map((cents) => withFields(sample, { amount: cents / 100 }));
}

/** Cards, of eight digits first, each at an amount that distinguishes ways of rounding. */
function cardScripts(sample: PricedBaseline, { data }: PricedContext): readonly Script[] {
  return otherCards(sample, data)
    .slice(0, MAX.cards)
    .map((nicn, at) => {
      const halves = halfCents(sample.quoteOf({ nicn }), sample.bounds);
      const cents = halves[at % Math.max(1, halves.length)];

      return withFields(sample, { nicn, ...(cents === undefined ? {} : { amount: cents / 100 }) });
    });
}

/** First digits of other cards, the longest first. */
function otherCards({ request }: PricedBaseline, { nicns }: PricedContext['data']): readonly string[] {
  return nicns
    .filter((nicn) => nicn.slice(0, 6) !== request.nicn.slice(0, 6))
    .toSorted((one, other) => other.length - one.length);
}

/** A province, and a postal code of another one. */
const CANADIAN = [{ region: 'ON' }, { region: 'H2X 1Y4' }];

/** The home country, and one abroad that the merchant file names. */
function countryScripts(sample: PricedBaseline, { data, deployment }: PricedContext): readonly Script[] {
  const abroad = countriesOf(sample.merchant).find((country) => country !== '840');
  if (abroad === undefined) return [withFields(sample, { country: '840' })];

  const [place, other = place] = abroad === CANADA ? CANADIAN : [];
  const at = (fields: Partial<PricedRequest>) => withFields(sample, { country: abroad, ...fields });
  const cents = sample.request.amount * 100;
  const [nicn] = otherCards(sample, data);
  const card = nicn === undefined ? {} : { nicn };
  // The calls of other processors differ less.
  if (sample.request.processor !== undefined) return [at({ ...place, ...card })];
  const free = data.nicns.find((nicn) => sample.quoteOf({ nicn })(cents)?.transactionFee === 0);

  // The first call with a country or a region shows whether it is accepted at all.
  return [
    at({ ...place }),
    ...(other === place ? [] : [at({ ...other })]),
    // A service may limit fees, and except cards, at home alone.
    ...(free === undefined ? [] : [at({ ...place, nicn: free })]),
    at({ ...other, ...card, amount: deployment.amounts.max }),
  ];
}

/** A transaction whose total an update leaves out, which another amount does not exceed. */
function totalScripts(
  sample: PricedBaseline,
  { data: { plainAmounts }, deployment, isPartial }: PricedContext,
): readonly Script[] {
  const { request } = sample;
  const amount = plainAmounts.find((usd) => usd !== request.amount);
  if (!deployment.multiPay || amount === undefined) return [];
  const { max } = deployment.amounts;
  // A cap that is shared hides a fixed part in small parts of a total.
  const totals = [...(isPartial ? [Math.min(max, 1.5 * request.amount)] : []), max];

  const before = [request, ...totals.map((totalAmount) => ({ ...request, totalAmount }))];

  return [scriptOf(sample.role, { ...request, amount }, before)];
}
