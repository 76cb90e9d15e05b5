/** How a merchant file says what happens to zip codes that no state is known for. */
import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import type { RegionPolicy } from './recognise-region.ts';

const unassignedZipReader = wordReader(
  ['price', 'refuse'] as const,
  'What happens to a zip code of the United States that is not assigned to a state, such as 00000: it is priced by default, because a zip code may be newer than the table of the engine, or refused.',
);

/** A zip code may be newer than the table of this engine, so an unassigned one is priced by default. */
const PRICE_EACH_ZIP: RegionPolicy = { unassignedZip: 'price' };

export function readRegions(regions: Parameters | undefined): RegionPolicy {
  if (regions === undefined) return PRICE_EACH_ZIP;

  return {
    unassignedZip: regions.valueOr('unassignedZip', unassignedZipReader, PRICE_EACH_ZIP.unassignedZip),
  };
}
