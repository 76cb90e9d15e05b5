/** A region may be an ISO 3166-2 state code, such as `US-AZ`. */
import { accepts } from '../../patterns/accepts.ts';

export const acceptsIsoStateCode = accepts({
  id: 'region/accepts-iso-state-code',
  section: '2.1',
  level: 'must',
  title: 'an ISO state code is accepted as region',
  tries: 'Each ISO code of the deployment file.',
  fix:
    'Take the ISO code of a state, such as US-AZ, as region, and turn all three forms of region into one ' +
    'place before you look for its prices.',
  what: 'an ISO state code',
  lacks: ({ regions }) =>
    regions.iso.length === 0 ? 'no deployment file names a region of this form (regions.iso)' : undefined,
  requests: ({ baseline, regions }) => regions.iso.map((region) => ({ ...baseline, region })),
});
