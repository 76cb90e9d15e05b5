/** The policy for cards without a row in a price without a default: free or refused. */
import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';

const POLICIES = ['free', 'refuse'] as const;

export type Unlisted = (typeof POLICIES)[number];

const unlistedReader = wordReader(
  POLICIES,
  'What happens to a card that no row is for, where there is no default: the fee is 0, or the call is refused.',
);

/** Reads `unlisted`, which excludes `default`. */
export function readUnlisted(parameters: Parameters): Unlisted {
  parameters.atMostOneOf(['default', 'unlisted']);

  return parameters.valueOr('unlisted', unlistedReader, 'free');
}
