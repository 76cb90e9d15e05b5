/** A 401 or 403 refuses the content of a request where the token is accepted with other content, and else the token. */
import { expect, test, vi } from 'vitest';
import { failedIn, judge } from './judge.ts';
import type { ReferenceBehavior } from './reference.ts';

async function judgeMusts(behavior: Partial<ReferenceBehavior>) {
  const report = await judge(behavior);
  const skipped = report.rules.filter(
    ({ level, outcome, id }) => level === 'must' && outcome === 'skipped' && id !== 'fee/matches-reference',
  );

  return { ...report, failed: failedIn(report, 'must'), skipped };
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
  const judged = await judgeMusts({ refusal: () => ({ status, type: undefined, text: '' }) });
  const { requests } = await judgeMusts({ refusal: () => ({ status: 422, type: undefined, text: '' }) });

  expect(judged).toMatchObject({ verdict: 'conformant', failed: [], skipped: [] });
  // Each control request proves the token for one refusal, or for several at the same time.
  expect(judged.requests).toBeLessThanOrEqual(1.15 * requests);
});

test.each([
  ['markup', /<[a-z]/i],
  ['signs of comparison', /a < b/],
])('a firewall that blocks %s breaks the rules on opaque texts', async (_, blocked) => {
  const judged = await judgeMusts(blocking((body) => blocked.test(body)));

  expect(judged.failed).toEqual(['opaque/campaign-and-data-are-opaque', 'sale/authcode-is-opaque']);
});

test('a firewall that blocks what it takes for an attack breaks no rule', async () => {
  const judged = await judgeMusts(blocking((body) => body.includes('<script>')));

  expect(judged).toMatchObject({
    verdict: 'conformant',
    failed: [],
    skipped: [],
    choices: { 'attack-like-texts': 'refuse' },
  });
});

test('a token that no sale is allowed with leaves sales unjudged', async () => {
  const judged = await judgeMusts(blocking((body) => !body.includes('"amount"')));

  expect(judged).toMatchObject({ verdict: 'inconclusive', failed: [] });
});

test('a token that expires after contents were refused with 403 fails no rule', async () => {
  let calls = 0;
  const judged = await judgeMusts({
    ...blocking(() => ++calls > 700),
    refusal: () => ({ status: 403, type: undefined, text: '' }),
  });

  expect(judged).toMatchObject({ verdict: 'inconclusive', failed: [] });
});

/** Longer than what observations look into, as a catalogue that a server adds to each answer. */
const CATALOGUE = Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`entry-${n}`, n]));

test('an answer with thousands of fields is parsed once, however many rules and observations read it', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    const { verdict, requests } = await judge(
      { feeResponse: (body) => ({ ...body, ...CATALOGUE }) },
      { effort: 'quick' },
    );
    const long = parse.mock.calls.filter(([text]) => text.includes('"entry-3999"'));

    expect(verdict).toBe('conformant');
    expect(long.length).toBeGreaterThan(20);
    expect(long.length).toBeLessThanOrEqual(requests);
  } finally {
    parse.mockRestore();
  }
});
