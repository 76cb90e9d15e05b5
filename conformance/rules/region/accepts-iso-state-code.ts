/** An ISO 3166-2 state code, such as `US-AZ`, is a region. */
import { accepts, inEveryPosition } from '../../rule/patterns/accepts.ts';
import { needsRegion } from '../../rule/patterns/values.ts';

export const acceptsIsoStateCode = accepts({
  id: 'region/accepts-iso-state-code',
  section: '2.1',
  level: 'must',
  title: 'an ISO state code is accepted as region',
  tries: 'Each ISO code of the deployment file, in first calls and updates.',
  fix:
    'Accept the ISO code of a state, such as US-AZ, as region, and convert all three forms of region to one ' +
    'place before you look up prices.',
  what: 'an ISO state code',
  missing: needsRegion('iso'),
  requests(context) {
    const { baseline, data } = context;
    const requests = data.regions.iso.map((region) => ({ ...baseline, region }));

    return [...requests, ...inEveryPosition(context, requests.at(-1))];
  },
});
