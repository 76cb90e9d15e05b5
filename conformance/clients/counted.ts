/** Counts exchanges that a rule leaves open, and keeps the first of them. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ClientViolation } from '../rule/client-rule.ts';

/** A number of exchanges, and the first one. */
export interface Counted {
  readonly count: number;
  readonly first: { readonly exchange: Exchange; readonly finding?: ClientViolation } | undefined;
}

export type Counting = { -readonly [Name in keyof Counted]: Counted[Name] };

export const NO_COUNT: Counted = { count: 0, first: undefined };
