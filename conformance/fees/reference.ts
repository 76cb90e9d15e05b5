/** What a request should cost by the merchant file: the engine is the oracle. */
import {
  createFeeEngine,
  type Day,
  dayOf,
  type Merchant,
  type Quoted,
  type QuoteRequest,
  type Reason,
} from '../../src/engine/index.ts';

export type Reference =
  | { readonly kind: 'priced'; readonly quotes: readonly [Quoted, ...Quoted[]] }
  /** The file knows no price for it, such as a region that the engine has never heard of. */
  | { readonly kind: 'unpriced'; readonly why: string };

/** Milliseconds: so near to midnight (UTC) rules that begin or end on a day may be looked at for either day. */
const NEAR_MIDNIGHT = 5 * 60_000;

/** One quote for each day that it may be at the deployment. */
export function referenceFor(merchant: Merchant, request: QuoteRequest, now: Date): Reference {
  const engine = createFeeEngine(merchant);
  const [first, ...others] = daysAround(now).map((day) => engine.quote(request, day));
  if (first?.kind !== 'quoted')
    return { kind: 'unpriced', why: (first?.reasons ?? []).map(describeReason).join(', ') };

  return { kind: 'priced', quotes: [first, ...others.filter((quote) => quote.kind === 'quoted')] };
}

function daysAround(now: Date): readonly Day[] {
  const days = [0, -NEAR_MIDNIGHT, NEAR_MIDNIGHT].map((shift) => dayOf(new Date(now.getTime() + shift)));

  return [...new Set(days)];
}

function describeReason({ field, expected, got }: Reason): string {
  return `${field}: expected ${expected}, got ${got}`;
}
