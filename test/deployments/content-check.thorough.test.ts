/** A 401 or 403 refuses the content of a request where the token is accepted with other content, and else the token. */
import { expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';

async function judge(behaviour: Partial<ReferenceBehavior>) {
  await using server = await startReference(behaviour);
  const { verdict, requests, rules, choices } = await conform({
    deployment: deploymentOf(server.url),
    seed: 1,
  });
  const musts = rules.filter(({ level }) => level === 'must');

  return {
    verdict,
    requests,
    choices,
    failed: musts.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id),
    skipped: musts.filter(({ outcome, id }) => outcome === 'skipped' && id !== 'fee/matches-reference'),
  };
}

/** Answers 403 to some bodies, before anything else looks at them. */
function blocking(isBlocked: (body: string) => boolean): Partial<ReferenceBehavior> {
  let last = '';

  return {
    onBody: (body) => {
      last = body;
    },
    intercept: (_, response) => {
      if (!isBlocked(last)) return false;
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Request blocked</h1>');

      return true;
    },
  };
}

test.each([401, 403])('a service that refuses contents with %s is judged in full', async (status) => {
  const judged = await judge({ refusal: () => ({ status, type: undefined, text: '' }) });
  const { requests } = await judge({ refusal: () => ({ status: 422, type: undefined, text: '' }) });

  expect(judged).toMatchObject({ verdict: 'conformant', failed: [], skipped: [] });
  // Each control request proves the token for one refusal, or for several at the same time.
  expect(judged.requests).toBeLessThanOrEqual(1.15 * requests);
});

test.each([
  ['markup', /<[a-z]/i],
  ['signs of comparison', /a < b/],
])('a firewall that blocks %s breaks the rules on opaque texts', async (_, blocked) => {
  const judged = await judge(blocking((body) => blocked.test(body)));

  expect(judged.failed).toEqual(['opaque/campaign-and-data-are-opaque', 'sale/authcode-is-opaque']);
});

test('a firewall that blocks what it takes for an attack breaks no rule', async () => {
  const judged = await judge(blocking((body) => body.includes('<script>')));

  expect(judged).toMatchObject({
    verdict: 'conformant',
    failed: [],
    skipped: [],
    choices: { 'attack-like-texts': 'refuse' },
  });
});

test('a token that no sale is allowed with leaves sales unjudged', async () => {
  const judged = await judge(blocking((body) => !body.includes('"amount"')));

  expect(judged).toMatchObject({ verdict: 'inconclusive', failed: [] });
});

test('a token that expires in the middle of a run fails no rule', async () => {
  let calls = 0;
  const judged = await judge(blocking(() => ++calls > 300));

  expect(judged).toMatchObject({ verdict: 'inconclusive', failed: [] });
});

test('a token that expires after contents were refused with 403 fails no rule', async () => {
  let calls = 0;
  const judged = await judge({
    ...blocking(() => ++calls > 700),
    refusal: () => ({ status: 403, type: undefined, text: '' }),
  });

  expect(judged).toMatchObject({ verdict: 'inconclusive', failed: [] });
});
