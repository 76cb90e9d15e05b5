/** Who leaves out `country` means the United States, `840`. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import { feeOf, granted, sameFee } from '../../expect.ts';
import { plainRequest, plainRequests } from '../../patterns/priced-alike.ts';
import { property } from '../../rule.ts';

/** Has all these requests accepted, with and without a country. */
const BLAME = 'fee-request/accepts-all-fields-at-once';

export const defaultsTo840 = property<FeeRequest>({
  id: 'country/defaults-to-840',
  section: '2.1',
  level: 'must',
  title: 'leaving out country gives the fee that country 840 gives',
  tries:
    'The same call with country 840 and without country. Fees are compared where the deployment repeats ' +
    'them.',
  fix:
    'Where country is left out, set it to 840 before anything depends on it, so that both calls come to ' +
    'their fee in the same way.',
  after: ['fee-request/accepts-each-optional-field'],
  probes: plainRequests,
  given: plainRequest,

  async holds(request, { fee }, { feesRepeat }) {
    const omitted = granted(await fee({ ...request }), BLAME);
    const explicit = granted(await fee({ ...request, country: '840' }), BLAME);
    if (feesRepeat) sameFee(feeOf(omitted), feeOf(explicit), 'without country the fee that 840 gets,');
  },
});
