/**
 * A region that does not exist is refused. Zip codes are not tried, nor codes that other countries or the armed forces
 * use: a deployment may know more places than the suite. `QQ` is not in use anywhere.
 */
import { isFeeCall } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { inUpdates, refuses } from '../../rule/patterns/refuses.ts';

const UNKNOWN_REGIONS = ['QQ', 'US-QQ', '85004x', '', '<region>', 'x85004', 'AZX'];

/** In updates by `sTxId`, by both identifiers and by `mTxId`. */
const IN_TURN = ['85004x', 'US-QQ', 'QQ'].map((region) => ({ region }));

export const refusesUnknownRegion = refuses({
  id: 'region/refuses-unknown',
  section: '2.1',
  level: 'should',
  title: 'a region that does not exist is refused',
  tries:
    'Unassigned codes, such as QQ, a zip code or a state with something before or after it, and texts that are not codes. Zip codes are not tried.',
  fix: 'Look up region among the places that you know, and refuse any other one. Do not price it by a default.',
  dependsOn: [
    'fee-request/requires-region',
    'country/defaults-to-840',
    'region/accepts-zip-code',
    'region/accepts-two-letter-state',
    'region/accepts-iso-state-code',
  ],
  judge(exchange) {
    const region = exchange.fields?.['region'];
    if (!isFeeCall(exchange) || typeof region !== 'string' || !UNKNOWN_REGIONS.includes(region))
      return undefined;

    return expectRefusal(exchange, `a fee call with the region ${JSON.stringify(region)}`);
  },
  edits: () => UNKNOWN_REGIONS.map((region) => ({ region })),
  placed: (context) => inUpdates(context, [], IN_TURN),
});
