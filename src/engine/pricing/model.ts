/** The type of a pricing model, and the policy for cards without a row in a price. */
import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import type { Sale } from '../sale.ts';
import type { Terms } from './terms.ts';

/** Reads its parameters once and returns a price function. */
export type PricingModel = (parameters: Parameters) => Price;

/** Returns the terms of a sale, or the policy for a card without a row. Never throws or rounds. */
export type Price = (sale: Sale) => Terms | Unlisted;

const POLICIES = ['free', 'refuse'] as const;

export type Unlisted = (typeof POLICIES)[number];

const unlistedReader = wordReader(
  POLICIES,
  'The policy for cards that no row matches, without a default: free (the fee is 0) or refuse the call.',
);

/** Reads `unlisted`, which excludes `default`. */
export function readUnlisted(parameters: Parameters): Unlisted {
  parameters.atMostOneOf(['default', 'unlisted']);

  return parameters.valueOr('unlisted', unlistedReader, 'free');
}
