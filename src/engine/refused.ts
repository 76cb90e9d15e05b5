/** The reasons for which the engine refuses a request. */
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
