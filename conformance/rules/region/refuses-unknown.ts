/**
 * A region that nobody has is refused. Zip codes are left out, and so are codes that other countries, armed forces or
 * lists of "elsewhere" use: a deployment may know more places than we do. `QQ` is in use nowhere.
 */
import { refuses } from '../../patterns/refuses.ts';

const NOWHERE = ['QQ', 'US-QQ', '', '!!', ' ', '<region>'];

export const refusesUnknownRegion = refuses({
  id: 'region/refuses-unknown',
  section: '2.1',
  level: 'should',
  title: 'a region that does not exist is refused',
  tries:
    'Codes that are in use nowhere, such as QQ, and texts that are no code at all. Zip codes are not tried.',
  fix:
    'Look region up among the places that you know, and refuse one that is not among them, rather than ' +
    'price it by a default.',
  after: [
    'fee-request/requires-region',
    'region/accepts-zip-code',
    'region/accepts-two-letter-state',
    'region/accepts-iso-state-code',
  ],
  edits: ({ baseline }) =>
    NOWHERE.map((region) => ({
      edit: `with the region ${JSON.stringify(region)}`,
      base: baseline,
      body: { ...baseline, region },
    })),
});
