/** A region may be a two-letter state. */
import { accepts } from '../../patterns/accepts.ts';

export const acceptsTwoLetterState = accepts({
  id: 'region/accepts-two-letter-state',
  section: '2.1',
  level: 'must',
  title: 'a two-letter state is accepted as region',
  tries: 'Each two-letter state of the deployment file.',
  fix:
    'Take the two letters of a state, such as AZ, as region, and turn all three forms of region into one ' +
    'place before you look for its prices.',
  what: 'a two-letter state',
  lacks: ({ regions }) =>
    regions.state.length === 0 ? 'no deployment file names a region of this form (regions.state)' : undefined,
  requests: ({ baseline, regions }) => regions.state.map((region) => ({ ...baseline, region })),
});
