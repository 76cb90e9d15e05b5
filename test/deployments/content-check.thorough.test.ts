/** A 401 or 403 refuses the content of a request where the token is accepted with other content, and else the token. */
import { describe, expect, test, vi } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { failedIn, type JudgeOptions, judge } from './judge.ts';
import { REFERENCE, type ReferenceBehavior } from './reference.ts';

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

// A store that loses transactions: by its size, where a run sees one lost, the rule never passes; by time, nothing is held against it.

const OUTLIVES = 'identity/outlives-other-traffic';

/** Evicts the oldest transactions, or the least recently used ones. */
function boundedStore(size: number, evicts: 'oldest' | 'unused' = 'unused'): Partial<ReferenceBehavior> {
  /** The identifiers of the stored transactions. The next to be evicted comes first. */
  const kept = new Set<string>();

  return {
    createStxid(number, moment) {
      const sTxId = REFERENCE.createStxid(number, moment);
      kept.add(sTxId);
      for (const oldest of kept) {
        if (kept.size <= size) break;
        kept.delete(oldest);
      }

      return sTxId;
    },
    findTransaction(known, request) {
      const found = REFERENCE.findTransaction(known, request);
      if (found === undefined || !kept.has(found.sTxId)) return undefined;
      if (evicts === 'unused') {
        kept.delete(found.sTxId);
        kept.add(found.sTxId);
      }

      return found;
    },
  };
}

/** The report with the must rules that failed, and the result of the rule on lifetimes. */
async function judgeStore(behavior: Partial<ReferenceBehavior>, options: JudgeOptions = {}) {
  const report = await judge(behavior, { seed: 7, ...options });

  return {
    verdict: report.verdict,
    accused: failedIn(report, 'must'),
    rule: report.rules.find(({ id }) => id === OUTLIVES),
  };
}

/** The rules that look a transaction up; those on a single call cannot lose one. */
const selects = (id: RuleId) => /^(identity|sale)\//.test(id);

test.each([
  [30, 'used last', 'unused'],
  [250, 'opened last', 'oldest'],
  [500, 'used last', 'unused'],
] as const)('a store of the %i transactions %s fails, and nothing else does', async (size, _, evicts) => {
  const { accused, rule } = await judgeStore(boundedStore(size, evicts));

  expect(accused).toEqual([OUTLIVES]);
  expect(rule?.reason).toMatch(/^expected an accepted update after \d+ other first calls/);
});

test('where the cap leaves too few requests to lose another transaction, the verdict stays open', async () => {
  const { verdict, accused, rule } = await judgeStore(boundedStore(500), { maxRequests: 1500 });

  expect({ verdict, accused }).toEqual({ verdict: 'inconclusive', accused: [] });
  expect(rule).toMatchObject({ outcome: 'unstable' });
  expect(rule?.reason).toMatch(/expected an accepted update, by sTxId, after \d{3} other first calls, got/);
});

test('a deep run fails a store of 800 transactions', async () => {
  const { accused } = await judgeStore(boundedStore(800), { effort: 'deep', selects });

  expect(accused).toEqual([OUTLIVES]);
});

test('a deep run passes a store of 1,000 transactions, and reports what it lost', async () => {
  const { verdict, rule } = await judgeStore(boundedStore(1000), { effort: 'deep', selects });

  expect(verdict).toBe('conformant');
  expect(rule).toMatchObject({ outcome: 'pass' });
  expect(rule?.reason).toMatch(/^a transaction is lost after \d+ other first calls, but not after 900/);
});

describe('how long a transaction is kept', () => {
  /** Keeps each transaction for a time, in milliseconds. */
  function forgettingAfter(life: number, delay: number): Partial<ReferenceBehavior> {
    const born = new Map<string, number>();

    return {
      delay: () => delay,
      createStxid: (number, moment) => {
        const sTxId = REFERENCE.createStxid(number, moment);
        born.set(sTxId, Date.now());

        return sTxId;
      },
      findTransaction: (known, request) =>
        REFERENCE.findTransaction(
          known.filter(({ sTxId }) => Date.now() - (born.get(sTxId) ?? 0) < life),
          request,
        ),
    };
  }

  test('may be less than the time that a run takes', async () => {
    const report = await judge(forgettingAfter(2500, 100), {
      selects: (id) => /^(nicn|fee-request|identity\/outlives)/.test(id),
    });

    expect(report.durationMs).toBeGreaterThan(2 * 2500);
    expect(report.verdict).toBe('conformant');
  });

  test('may be less than the time that as many others take', async () => {
    const report = await judge(forgettingAfter(500, 200), { selects: (id) => id === OUTLIVES });

    expect(report.rules.find(({ id }) => id === OUTLIVES)).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('how long it is kept is a choice'),
    });
  });
});
