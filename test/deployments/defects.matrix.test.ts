/** Each defect is put into the reference deployment and has to be found by the rule that is in charge of it. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type RuleId, SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import { withDependencies } from '../selftest/judge.ts';
import { describeThoroughly, sampled, testOnce, testThoroughly } from '../support/sampled.ts';
import { CAUSES } from './causes.ts';
import {
  DEFECTS,
  every,
  givesStxidAgain,
  MET_DEFECTS,
  malformed,
  refusedNowAndThen,
  SHOULD_DEFECTS,
} from './defects.ts';
import { failedIn, judge, outcomes } from './judge.ts';
import { REFERENCE, type ReferenceBehavior } from './reference.ts';

describe('is found, and has its name', () => {
  test.each(sampled(DEFECTS, 3))('$what: $rule', async ({ rule, make, metBy, timeout }) => {
    const isOfRule = withDependencies(rule);
    const selects = (id: RuleId) => isOfRule(id) || metBy?.test(id) === true;
    const report = await judge(make(), {
      selects,
      ...(timeout === undefined ? {} : { limits: { timeout } }),
    });

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(failedIn(report)).toContain(rule);
  });

  test.each(sampled(CAUSES, 1))(
    'by the one rule that owns the cause of refused calls: $what: $rule',
    async ({ rule, make, sentence = '' }) => {
      const report = await judge(make());

      expect([report.verdict, ...failedIn(report)]).toEqual(['nonconformant', rule]);
      expect(report.rules.find(({ id }) => id === rule)?.reason).toEqual(
        typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
      );
    },
  );

  test.each(sampled(SHOULD_DEFECTS, 1))('$what: $rule', async ({ rule, make }) => {
    const selects = (id: RuleId) => SHOULD_RULES.some((known) => known === id);
    const report = await judge(make(), { selects, limits: { timeout: 3000 } });

    expect(failedIn(report)).toEqual([rule]);
    expect(outcomes(report, 'unstable', 'broken')).toEqual([]);
  });

  test.each(sampled(MET_DEFECTS, 0))(
    'in the rest of the run, and asked for again: $what: $rule',
    async ({ rule, make }) => {
      const report = await judge(make(), { limits: { timeout: 3000 } });

      expect(report.verdict).toBe('conformant');
      expect(outcomes(report, 'fail', 'unstable', 'broken')).toEqual([rule]);
      expect(report.rules.find(({ id }) => id === rule)?.counterexample?.steps).toHaveLength(1);
    },
  );
});

testOnce('a large body is not sent at the effort quick, which is said', async () => {
  let longest = 0;
  const rule = 'robustness/refuses-oversized-body';
  const { rules } = await judge(
    {
      onBody: ({ length }) => {
        longest = Math.max(longest, length);
      },
    },
    { effort: 'quick', selects: (id) => id === rule },
  );

  expect(rules.find(({ id }) => id === rule)).toMatchObject({
    outcome: 'skipped',
    reason: 'it is not tried at this effort: raise --effort',
  });
  expect(longest).toBeLessThan(10_000);
});

/** Too seldom to come again when they are asked for, too often to be passed over. */
describe('of what comes once in fifty calls', () => {
  const judgeRare = (behavior: Partial<ReferenceBehavior>) =>
    judge(behavior, { selects: (id) => /^(fee-request|fee-response|identity\/(stxid|update))/.test(id) });
  const RESPONSES: readonly [what: string, rule: string, differing: Readonly<Record<string, unknown>>][] = [
    ['a fee is missing', 'fee-response/has-transaction-fee-number', { transactionFee: undefined }],
    ['an sTxId is null', 'fee-response/has-stxid-string', { sTxId: null }],
    ['a message has capitals', 'fee-response/has-message-ok', { message: 'OK' }],
  ];

  test.each(sampled(RESPONSES, 1))('%s fails %s and says how often', async (_, rule, differing) => {
    const report = await judgeRare(malformed(differing)(every(50)));
    const failed = report.rules.find(({ id }) => id === rule);

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(failed).toMatchObject({
      outcome: 'fail',
      reason: expect.stringMatching(/^failed \d+ of \d{3,} times: expected/),
    });
    expect(failed?.counterexample?.steps).toHaveLength(1);
  });

  testThoroughly('an sTxId of a transaction before fails identity/stxid-is-unique', async () => {
    expect(failedIn(await judgeRare(givesStxidAgain(every(50))))).toContain('identity/stxid-is-unique');
  });

  testThoroughly(
    'a fee that is missing once in 150 calls is no proof, and leaves the verdict open',
    async () => {
      const report = await judgeRare(malformed({ transactionFee: undefined })(every(150)));

      expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
      expect(report.rules.find(({ id }) => id === 'fee-response/has-transaction-fee-number')).toMatchObject({
        outcome: 'unstable',
        reason: expect.stringMatching(/^failed [12] of \d{3,} times/),
      });
    },
  );

  testThoroughly(
    'a valid call that is refused once in 40, which load may explain, is not passed',
    async () => {
      const report = await judgeRare(refusedNowAndThen('busy')(every(40)));
      const blamed = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');

      expect(report.exitCode).not.toBe(0);
      expect(blamed.some(({ id, reason }) => /^fee-request.+busy/.test(`${id} ${reason}`))).toBe(true);
    },
  );
});

describeThoroughly('what comes now and then, whatever a call holds', () => {
  const each = (n: number, lose: (response: ServerResponse) => unknown): Partial<ReferenceBehavior> => ({
    intercept(_, response, call) {
      const isTurn = call % n === 7;
      if (isTurn) lose(response);

      return isTurn;
    },
  });

  const LOST: readonly [what: string, rule: RuleId, behavior: Partial<ReferenceBehavior>][] = [
    [
      'a server error',
      'fee-request/accepts-required-fields-alone',
      each(33, (response) => response.writeHead(500).end()),
    ],
    ['a closed connection', 'robustness/answers-in-time', each(33, ({ req }) => req.socket.destroy())],
    [
      'a body that breaks off',
      'robustness/answers-in-time',
      each(33, (response) =>
        response.writeHead(200, { 'content-length': 99 }).write('{"tr', () => response.req.socket.destroy()),
      ),
    ],
    [
      'a refused update',
      'identity/update-by-stxid-keeps-stxid',
      { checkUpdate: () => (updates++ % 50 === 7 ? 'unknown' : undefined) },
    ],
  ];
  let updates = 0;

  test.each(LOST)('%s: %s', async (_, rule, behavior) => {
    expect(failedIn(await judge(behavior, { seed: 3 }))).toEqual([rule]);
  });

  test('one outage passes', async () => {
    const report = await judge(
      {
        intercept: (_, response, call) =>
          call > 300 && call < 305 && response.writeHead(500).end() === response,
      },
      { seed: 3 },
    );

    expect(outcomes(report, 'pass')).toContain('robustness/no-server-error-on-bad-input');
  });
});

describe('one sTxId for two first calls', () => {
  const RULES = ['identity/stxid-is-unique', 'identity/distinct-mtxids-are-distinct'];

  /** The transaction of this number gets the sTxId of the one before. */
  const twice = (position: number): Partial<ReferenceBehavior> => ({
    createStxid: (number, moment) => REFERENCE.createStxid(number === position ? number - 1 : number, moment),
  });

  const PLACES = [
    ['quick', 4],
    ['quick', 20],
    ['quick', 40],
    ['standard', 4],
    ['standard', 60],
    ['standard', 500],
    ['deep', 2000],
  ] as const;

  test.concurrent.each(sampled(PLACES, 1))(
    'at effort %s, for transaction %d, is proof and shows the two calls',
    async (effort, position) => {
      const report = await judge(twice(position), { effort });
      const failed = report.rules.filter(({ id, outcome }) => RULES.includes(id) && outcome === 'fail');
      const sTxId = REFERENCE.createStxid(position - 1, { merchant: 'one', call: 0, atOnce: 1 });

      expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
      expect(failed).toHaveLength(1);
      expect(failed[0]?.counterexample?.steps).toHaveLength(2);
      expect(JSON.stringify(failed[0]?.counterexample?.steps).split(sTxId)).toHaveLength(3);
    },
  );
});

describe('first calls without a fee, where updates have one', () => {
  test.each(sampled(['quick', 'standard'] as const, 1))('fail at effort %s', async (effort) => {
    const report = await judge(
      {
        feeResponse: ({ transactionFee, ...body }, request) =>
          'sTxId' in request ? { ...body, transactionFee } : body,
      },
      { effort },
    );

    expect(report.verdict).toBe('nonconformant');
    expect(failedIn(report, 'must')).toEqual(['fee-response/has-transaction-fee-number']);
  });
});
