/** What goes over plain HTTP, the token with it, can be read on its way. On loopback nobody is on the way. */
import { granted } from '../../expect.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { isLoopback } from '../../loopback.ts';
import { property } from '../../rule.ts';

export const https = property<Record<never, never>>({
  id: 'transport/https',
  section: '5',
  level: 'should',
  title: 'a deployment that is not on loopback is reached over HTTPS',
  tries: 'The address that is judged. On loopback plain HTTP is fine.',
  fix: 'Serve fees and sales over HTTPS alone, and give none over plain HTTP.',
  probes: () => [{}],

  async holds(_, { fee }, { baseline, deployment: { url } }) {
    if (isLoopback(url)) throw new NotJudged('it is on loopback, where plain HTTP is fine');
    granted(await fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
    if (url.protocol !== 'https:')
      throw new RuleBroken('fees over HTTPS alone', `one over plain HTTP from ${url.origin}`);
  },
});
