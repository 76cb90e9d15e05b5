/** The fields of a request that determine the fee, independent of the contract's types, and the reasons to refuse it. */
import { isOverByCents } from './money.ts';

/** See document 2.1. Amounts are finite numbers of US dollars. */
export interface QuoteRequest {
  readonly amount: number;
  /** The first 6 to 8 digits of the card. */
  readonly nicn: string;
  /** A zip code, a two-letter state or an ISO state code. */
  readonly region: string;
  /** ISO 3166-1 numeric; default `840`. */
  readonly country?: string | undefined;
  /** A MID or a name; optional for a merchant with one processor. */
  readonly processor?: string | undefined;
  /** Multi-pay: the total in US dollars that `amount` is a part of. */
  readonly totalAmount?: number | undefined;
  /** Opaque texts; the merchant file can define entries that waive the fee. */
  readonly data?: readonly string[] | undefined;
}

/** The reasons for which the engine refuses a request. */
export type ReasonCode =
  | 'unknown-processor'
  | 'processor-required'
  | 'unknown-country'
  | 'unknown-region'
  | 'unlisted-card'
  | 'negative-amount'
  | 'part-over-total';

export interface Reason {
  readonly code: ReasonCode;
  readonly field: keyof QuoteRequest;
  /** The expected value, as words that follow "expected". */
  readonly expected: string;
  /** The received value as JSON, or `nothing`. */
  readonly got: string;
}

export interface Refused {
  readonly kind: 'refused';
  /** All reasons, at least one. */
  readonly reasons: readonly Reason[];
}

/** The result of looking up one field of a request. */
export type Lookup<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: Reason };

export function found<T>(value: T): Lookup<T> {
  return { kind: 'found', value };
}

export function refused(reason: Reason): Lookup<never> {
  return { kind: 'refused', reason };
}

/** Validates amounts: refuses negative and infinite ones, and a part above its total. */
export function amountReasons({ amount, totalAmount }: QuoteRequest): readonly Reason[] {
  const whole = totalAmount ?? amount;
  return [
    ...(isAmount(amount) ? [] : [unusable('amount', amount)]),
    ...(isAmount(whole) || totalAmount === undefined ? [] : [unusable('totalAmount', whole)]),
    ...(isAmount(whole) && isOver(amount, whole) ? [partOverTotal(amount)] : []),
  ];
}

function isAmount(amount: number): boolean {
  return amount >= 0 && Number.isFinite(amount);
}

/** Compares whole cents: clients that add binary floats send 0.30000000000000004 as a part of 0.3. */
function isOver(amount: number, totalAmount: number): boolean {
  // Avoids decimals, which are slow, in the usual case.
  return amount > totalAmount && isOverByCents(amount, totalAmount);
}

function unusable(field: 'amount' | 'totalAmount', got: number): Reason {
  return { code: 'negative-amount', field, expected: 'US dollars, 0 or more', got: String(got) };
}

/** Document 2.1: with multi-pay the amount is a part of the total. */
function partOverTotal(amount: number): Reason {
  return {
    code: 'part-over-total',
    field: 'amount',
    expected: 'no more than the totalAmount',
    got: String(amount),
  };
}
