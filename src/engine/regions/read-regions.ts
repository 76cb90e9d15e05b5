/** Reads the section `regions` of a merchant file. */
import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import type { RegionPolicy } from './recognise-region.ts';

const unassignedZipReader = wordReader(
  ['price', 'refuse'] as const,
  'What happens to a zip code of the United States that is not assigned to a state, such as 00000: it is priced by default, because a zip code may be newer than the table of the engine, or refused.',
);

/** A zip code can be newer than the engine's table, so unassigned ones are priced by default. */
const DEFAULT_POLICY: RegionPolicy = { unassignedZip: 'price' };

export function readRegions(regions: Parameters | undefined): RegionPolicy {
  if (regions === undefined) return DEFAULT_POLICY;

  return {
    unassignedZip: regions.valueOr('unassignedZip', unassignedZipReader, DEFAULT_POLICY.unassignedZip),
  };
}
