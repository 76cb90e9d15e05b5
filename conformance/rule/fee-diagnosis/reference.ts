/** The fees that the prices of a deployment file give, with the engine as oracle. */
import {
  createFeeEngine,
  dayOf,
  type Merchant,
  type Quoted,
  type QuoteRequest,
} from '../../../src/engine/index.ts';
import { type Deployment, NICN_LENGTHS } from '../../deployment/deployment.ts';
import { clock } from '../clock.ts';
import type { MerchantRole } from '../exchange.ts';
import { type ExplainedSoFar, explainDifference, noteRightFee } from './mistakes.ts';

export interface FeeReference {
  /**
   * Compares a fee in US dollars. Undefined where the file has no price for the request.
   *
   * @param amountBefore that of the transaction before it was updated, in US dollars
   */
  readonly compare: (
    role: MerchantRole,
    request: QuoteRequest,
    got: number,
    amountBefore?: number,
  ) => FeeComparison | undefined;
  /** Whether the file says what the merchant charges in this country. */
  readonly charges: (role: MerchantRole, country: string) => boolean;
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

/** The countries that the merchant file names, in its list or in a rule; ISO 3166-1 numeric. */
export function countriesOf({ eligibility: { countries = [], rules } }: Merchant): readonly string[] {
  return [...countries, ...rules.flatMap(({ country }) => country ?? [])];
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
    merchants: priced.map(({ merchant }) => merchant),
  };
  const soFar: ExplainedSoFar = new Map();

  return {
    charges(role, country) {
      const { merchant } = known.get(role) ?? {};

      return country === '840' || (merchant !== undefined && countriesOf(merchant).includes(country));
    },
    compare(role, request, got, amountBefore) {
      const { merchant, engine } = known.get(role) ?? {};
      if (merchant === undefined) return undefined;
      const fee = expectedFee(merchant, request, clock().date(), engine);
      if (fee.kind === 'unpriced') return undefined;
      const [quoted] = fee.quotes;
      const isEqual = fee.quotes.some(({ transactionFee }) => transactionFee === got);
      if (isEqual) noteRightFee({ quoted }, soFar);

      return {
        isEqual,
        expected: quoted.transactionFee,
        what: `by ${pricing.path}, merchant ${merchant.name}, processor ${quoted.processor.name}, the fee`,
        explain: () =>
          explainDifference({ merchant, request, quoted, got, others: { ...others, amountBefore } }, soFar),
      };
    },
  };
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
