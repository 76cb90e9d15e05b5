/** A two-letter state, such as `AZ`, is a region. */
import { accepts, inEveryPosition } from '../../rule/patterns/accepts.ts';
import { needsRegion } from '../../rule/patterns/values.ts';

export const acceptsTwoLetterState = accepts({
  id: 'region/accepts-two-letter-state',
  section: '2.1',
  level: 'must',
  title: 'a two-letter state is accepted as region',
  tries: 'Each two-letter state of the deployment file, in first calls and updates.',
  fix:
    'Accept the two letters of a state, such as AZ, as region, and convert all three forms of region to one ' +
    'place before you look up prices.',
  what: 'a two-letter state',
  missing: needsRegion('state'),
  requests(context) {
    const { baseline, data } = context;
    const requests = data.regions.state.map((region) => ({ ...baseline, region }));

    return [...requests, ...inEveryPosition(context, requests.at(-1))];
  },
});
