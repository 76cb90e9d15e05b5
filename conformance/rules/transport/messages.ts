/** The rules on HTTP: HTTPS, POST alone, and the media type of JSON. */
import { isLoopback } from '../../deployment/connection.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { expectNothing } from '../../rule/observers.ts';
import { opened } from '../../rule/patterns/open.ts';
import { isDocumented, type Method } from '../../rule/request-variant.ts';
import { rule } from '../../rule/rule.ts';
import { fee } from '../../rule/script.ts';

const ON_LOOPBACK = 'the deployment is on loopback, where plain HTTP is fine';

export const https = rule({
  id: 'transport/https',
  section: '5',
  title: 'a deployment that is not on loopback uses HTTPS',
  tries: 'The URL of the deployment. Plain HTTP is fine on loopback.',
  fix: 'Serve fees and sales over HTTPS only, and refuse them over plain HTTP.',
  notApplicable: ({ deployment: { url } }) => (isLoopback(url) ? ON_LOOPBACK : undefined),
  scripts: ({ baseline, deployment: { url } }) => [
    {
      calls: [
        url.protocol === 'https:'
          ? opened(baseline)
          : fee(baseline, { expects: { refused: 'fees over HTTPS alone' } }),
      ],
    },
  ],
});

/** GET sends the fields in the query, where some frameworks look for them too. */
const OTHERS = ['GET', 'PUT', 'DELETE'] as const satisfies readonly Method[];

export const postOnly = rule({
  id: 'transport/post-only',
  section: '4',
  title: 'GET, PUT and DELETE get no fee',
  tries: 'The baseline request by GET, with its fields in the query, and by PUT and DELETE.',
  fix: 'Route only POST to the two operations. Return no fee to another method, whatever its body or query.',
  inTraffic: { from: 1 },
  judge(call) {
    const { method } = call.variant;

    return method === 'POST' || call.operation !== 'calculateFee'
      ? undefined
      : expectNothing(call, `no fee for ${method}`);
  },
  scripts: ({ baseline }) => [
    { calls: [...OTHERS.map((method) => fee(baseline, { variant: { method } })), opened(baseline)] },
  ],
});

export const contentTypeJson = rule({
  id: 'transport/content-type-json',
  section: '4',
  title: 'an accepted response has the Content-Type application/json',
  tries: 'The responses to accepted fee calls and sales of the whole run.',
  fix: 'Set the Content-Type to application/json: most frameworks do if you pass them an object, not a text.',
  inTraffic: { from: 3, header: 'content-type' },
  lookAlikes: ['response-media-type=json-charset'],
  stage: 1,
  quickScripts: 2,
  observationSuffices: true,
  judge(call) {
    if (call.outcome.kind !== 'accepted' || !isDocumented(call.variant)) return undefined;
    const { response } = call;
    const type = response.kind === 'answered' ? response.headers['content-type'] : undefined;
    if (/^application\/json[ \t]*(;|$)/i.test(type?.trim() ?? '')) return HOLDS;

    return violation('the Content-Type application/json', type ?? 'none', { isAccident: true });
  },
  scripts: ({ baseline, traits: { saleExtras } }) => [
    { calls: [{ operation: 'calculateFee', body: { ...baseline } }] },
    {
      calls: [
        { operation: 'calculateFee', body: { ...baseline } },
        { operation: 'attachSale', body: { sTxId: '{s1}', ...saleExtras } },
      ],
    },
  ],
});
