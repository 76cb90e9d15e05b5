/** Why a request has no fee. */
import type { QuoteRequest } from './request.ts';

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
  /** What would have done, in words that follow "expected". */
  readonly expected: string;
  /** What came, as JSON writes it and in full, or `nothing`. */
  readonly got: string;
}

export interface Refused {
  readonly kind: 'refused';
  /** All reasons, at least one. */
  readonly reasons: readonly Reason[];
}

/** What looking one field of a request up comes to. */
export type Finding<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: Reason };

export function found<T>(value: T): Finding<T> {
  return { kind: 'found', value };
}

export function refused(reason: Reason): Finding<never> {
  return { kind: 'refused', reason };
}
