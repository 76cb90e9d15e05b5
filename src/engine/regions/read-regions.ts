/** Reads the section `regions` of a merchant file. */
import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import type { RegionPolicy } from './recognise-region.ts';

const unassignedZipReader = wordReader(
  ['price', 'refuse'] as const,
  'The policy for zip codes of the United States that belong to no state, such as 00000: refuse, or price (default), since a zip code may be newer than the table of the engine.',
);

/** A zip code can be newer than the engine's table, so unassigned ones are priced by default. */
const DEFAULT_POLICY: RegionPolicy = { unassignedZip: 'price' };

export function readRegions(regions: Parameters | undefined): RegionPolicy {
  if (regions === undefined) return DEFAULT_POLICY;

  return {
    unassignedZip: regions.valueOr('unassignedZip', unassignedZipReader, DEFAULT_POLICY.unassignedZip),
  };
}
