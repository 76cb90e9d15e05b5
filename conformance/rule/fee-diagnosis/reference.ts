/** The fees that the prices of a deployment file give, with the engine as oracle. */
import {
  createFeeEngine,
  dayOf,
  type Merchant,
  type Quoted,
  type QuoteRequest,
} from '../../../src/engine/index.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import { type Deployment, NICN_LENGTHS } from '../../deployment/deployment.ts';
import { clock } from '../clock.ts';
import type { MerchantRole } from '../service-call.ts';
import { type ExplainedSoFar, explainDifference, noteRightFee } from './mistakes.ts';

export interface FeeReference {
  /**
   * Compares a fee in US dollars. Undefined where the file has no price for the request: abroad where it does not name the
   * country, since a fee there is a choice.
   *
   * @param before the fields of earlier calls of its transaction, the latest ones last
   */
  readonly compare: (
    role: MerchantRole,
    request: QuoteRequest,
    got: number,
    before?: readonly JsonObject[],
  ) => FeeComparison | undefined;
  /** Whether such a call has had the right fee. */
  readonly wasRight: (role: MerchantRole, request: QuoteRequest) => boolean;
}

interface FeeComparison {
  readonly isEqual: boolean;
  /** US dollars. */
  readonly expected: number;
  /** What fee that is. */
  readonly what: string;
  /** What may explain another fee. */
  readonly explain: () => string;
}

/** The countries of the merchant file, or else those that its rules name; ISO 3166-1 numeric. */
export function countriesOf({ eligibility: { countries, rules } }: Merchant): readonly string[] {
  return countries ?? rules.flatMap(({ country }) => country ?? []);
}

/** Undefined where the deployment file names no prices. */
export function createFeeReference(
  deployment: Pick<Deployment, 'pricing' | 'several' | 'cards' | 'regions'>,
): FeeReference | undefined {
  const { pricing, cards, regions } = deployment;
  if (pricing === undefined) return undefined;
  const priced = pricedMerchants(deployment);
  const known = new Map(
    priced.map(({ role, merchant }) => [role, { merchant, engine: createFeeEngine(merchant) }]),
  );
  const others = {
    nicns: cards.flatMap((card) => NICN_LENGTHS.map((length) => card.slice(0, length))),
    regions: Object.values(regions).flat(),
    countries: ['840', ...priced.flatMap(({ merchant }) => countriesOf(merchant))],
    merchants: priced.map(({ merchant }) => merchant),
  };
  const soFar: ExplainedSoFar = new Map();
  const right = new Set<string>();
  // What they contradict takes longer than to price a call, and is asked for by a difference alone.
  const unnoted: Quoted[] = [];
  const noteRightFees = () => {
    for (const quoted of unnoted.splice(0)) noteRightFee({ quoted }, soFar);
  };

  return {
    wasRight: (role, request) => right.has(keyOf(role, request)),
    compare(role, request, got, before = []) {
      const { merchant, engine } = known.get(role) ?? {};
      if (merchant === undefined || !charges(merchant, request.country)) return undefined;
      const fees = withKept(request, before).map((one) => expectedFee(merchant, one, clock().date(), engine));
      const [fee] = fees;
      if (fee === undefined || fee.kind === 'unpriced') return undefined;
      const [quoted] = fee.quotes;
      const isPart = before.some(({ totalAmount }) => totalAmount !== undefined);
      const isEqual = fees.some(
        (one) =>
          one.kind === 'priced' &&
          one.quotes.some(
            ({ transactionFee }) => got === transactionFee || (isPart && got < transactionFee + SHARED),
          ),
      );
      // A part of a total may have other fees too.
      if (isEqual && !isPart) right.add(keyOf(role, request));
      if (isEqual && unnoted.push(quoted) >= MOST_UNNOTED) noteRightFees();
      const amountBefore = before
        .map(({ amount }) => amount)
        .findLast((amount) => typeof amount === 'number');

      return {
        isEqual,
        expected: quoted.transactionFee,
        what: `by ${pricing.path}, merchant ${merchant.name}, processor ${quoted.processor.name}, the fee`,
        explain() {
          noteRightFees();

          return explainDifference(
            { merchant, request, quoted, got, others: { ...others, amountBefore } },
            soFar,
          );
        },
      };
    },
  };
}

function charges(merchant: Merchant, country = '840'): boolean {
  return country === '840' || countriesOf(merchant).includes(country);
}

function keyOf(role: MerchantRole, request: QuoteRequest): string {
  const { amount, nicn, region, country, processor } = request;

  return [role, amount, nicn, region, country, processor].join(' ');
}

/** Right fees that are kept: a proxy may see millions. */
const MOST_UNNOTED = 10_000;

/** In US dollars: parts of one total may share a fixed fee or a cap, and a last one takes the cent that rounding leaves. */
const SHARED = 0.011;

/** The request, and those with fields of earlier calls that it lacks, which a service may keep. */
function withKept(request: QuoteRequest, before: readonly JsonObject[]): readonly QuoteRequest[] {
  const optionsOf = (name: 'country' | 'totalAmount') => [
    request[name],
    ...(request[name] === undefined ? new Set(before.map((fields) => fields[name])) : []),
  ];

  return optionsOf('country').flatMap((country) =>
    optionsOf('totalAmount').map((totalAmount) => ({ ...request, country, totalAmount }) as QuoteRequest),
  );
}

/** The merchants with known prices and tokens. */
export function pricedMerchants({ pricing, several }: Pick<Deployment, 'pricing' | 'several'>) {
  const merchants: readonly [MerchantRole, Merchant | undefined][] = [
    ['one', pricing?.one],
    ['several', several && pricing?.several],
  ];

  return merchants.flatMap(([role, merchant]) => (merchant === undefined ? [] : { role, merchant }));
}

export type ExpectedFee =
  | { readonly kind: 'priced'; readonly quotes: readonly [Quoted, ...Quoted[]] }
  /** The file has no price, such as for a region that the engine does not know. */
  | { readonly kind: 'unpriced'; readonly why: string };

/** Milliseconds: how far the deployment's clock or time of processing may be off at midnight (UTC). */
const NEAR_MIDNIGHT = 5 * 60_000;

/** One quote for each day that it may be at the deployment, because eligibility rules start and end on a day. */
export function expectedFee(
  merchant: Merchant,
  request: QuoteRequest,
  now: Date,
  engine = createFeeEngine(merchant),
): ExpectedFee {
  const days = [0, -NEAR_MIDNIGHT, NEAR_MIDNIGHT].map((shift) => dayOf(new Date(now.getTime() + shift)));
  const [first, ...others] = [...new Set(days)].map((day) => engine.quote(request, day));
  if (first?.kind === 'quoted')
    return { kind: 'priced', quotes: [first, ...others.filter((quote) => quote.kind === 'quoted')] };
  const reasons = first?.reasons ?? [];

  return {
    kind: 'unpriced',
    why: reasons.map(({ field, expected, got }) => `${field}: expected ${expected}, got ${got}`).join(', '),
  };
}
