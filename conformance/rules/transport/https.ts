/** A deployment that is not on loopback uses HTTPS: plain HTTP exposes the token to the network. */
import { isLoopback } from '../../deployment/proxy-route.ts';
import { requireAccepted } from '../../rule/assertions.ts';
import { NotJudged, RuleBroken } from '../../rule/failure.ts';
import { rule } from '../../rule/rule.ts';

export const https = rule<Record<never, never>>({
  id: 'transport/https',
  section: '5',
  level: 'should',
  title: 'a deployment that is not on loopback uses HTTPS',
  tries: 'The URL of the deployment. Plain HTTP is fine on loopback.',
  fix: 'Serve fees and sales over HTTPS only, and refuse them over plain HTTP.',
  probes: () => [{}],

  async run(_, { fee }, { baseline, deployment: { url } }) {
    if (isLoopback(url)) throw new NotJudged('the deployment is on loopback, where plain HTTP is fine');
    requireAccepted(await fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
    if (url.protocol !== 'https:')
      throw new RuleBroken('fees over HTTPS alone', `one over plain HTTP from ${url.origin}`);
  },
});
