/** A deployment that is not on loopback uses HTTPS: plain HTTP exposes the token to the network. */
import { isLoopback } from '../../deployment/connection.ts';
import { opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee } from '../../rule/script.ts';

const ON_LOOPBACK = 'the deployment is on loopback, where plain HTTP is fine';

export const https = rule({
  id: 'transport/https',
  section: '5',
  level: 'should',
  title: 'a deployment that is not on loopback uses HTTPS',
  tries: 'The URL of the deployment. Plain HTTP is fine on loopback.',
  fix: 'Serve fees and sales over HTTPS only, and refuse them over plain HTTP.',
  scripts({ baseline, deployment: { url } }) {
    const call = opened(baseline);
    if (isLoopback(url)) return [{ calls: [{ ...call, mayBeAccepted: ON_LOOPBACK }] }];

    return [
      {
        calls: [
          url.protocol === 'https:' ? call : fee(baseline, { expects: { refused: 'fees over HTTPS alone' } }),
        ],
      },
    ];
  },
});
