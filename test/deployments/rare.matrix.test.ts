/** Defects that show once in many calls: too seldom to come again when they are asked for, too often to be passed over. */
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { describeThoroughly, sampled, testThoroughly } from '../support/sampled.ts';
import { deploymentOf } from './deployment-of.ts';
import { every, givesStxidAgain, malformed } from './rare-defects.ts';
import { checkFee, REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

async function judge(behaviour: Partial<ReferenceBehavior>) {
  await using server = await startReference(behaviour);

  return await conform({
    deployment: deploymentOf(server.url),
    seed: 1,
    selects: (id) => /^(fee-request|fee-response|identity\/(stxid|update))/.test(id),
  });
}

const outcomeOf = ({ rules }: Awaited<ReturnType<typeof judge>>, rule: string) =>
  rules.find(({ id }) => id === rule);

describe('of what comes once in fifty calls', () => {
  const RESPONSES: readonly [what: string, rule: string, differing: Readonly<Record<string, unknown>>][] = [
    ['a fee is missing', 'fee-response/has-transaction-fee-number', { transactionFee: undefined }],
    ['an sTxId is null', 'fee-response/has-stxid-string', { sTxId: null }],
    ['a message has capitals', 'fee-response/has-message-ok', { message: 'OK' }],
  ];

  test.each(sampled(RESPONSES, 1))('%s fails %s and says how often', async (_, rule, differing) => {
    const report = await judge(malformed(differing)(every(50)));

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(outcomeOf(report, rule)).toMatchObject({
      outcome: 'fail',
      reason: expect.stringMatching(/^failed \d+ of \d{3,} times: expected/),
    });
    expect(outcomeOf(report, rule)?.counterexample?.steps).toHaveLength(1);
  });

  testThoroughly('an sTxId of a transaction before fails identity/stxid-is-unique', async () => {
    const report = await judge(givesStxidAgain(every(50)));

    expect(outcomeOf(report, 'identity/stxid-is-unique')).toMatchObject({ outcome: 'fail' });
  });
});

describeThoroughly('server errors that do not repeat', () => {
  const fails = (isTurn: (call: number) => boolean): Partial<ReferenceBehavior> => ({
    intercept: (_, response, call) => isTurn(call) && response.writeHead(500).end() === response,
  });
  const rule = 'robustness/no-server-error-on-bad-input';

  test.each<[what: string, outcome: string, isTurn: (call: number) => boolean]>([
    ['of one outage', 'pass', (call) => call > 300 && call < 305],
    ['that come again and again', 'fail', (call) => call > 20 && call % 31 === 0],
  ])('%s: %s', async (_, outcome, isTurn) => {
    await using server = await startReference(fails(isTurn));
    const report = await conform({ deployment: deploymentOf(server.url), seed: 3 });

    expect(outcomeOf(report, rule)).toMatchObject({ outcome });
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
      await using server = await startReference(twice(position));
      const report = await conform({ deployment: deploymentOf(server.url), seed: 1, effort });
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
    await using server = await startReference({
      feeResponse: ({ transactionFee, ...body }, request) =>
        'sTxId' in request ? { ...body, transactionFee } : body,
    });
    const report = await conform({ deployment: deploymentOf(server.url), seed: 1, effort });
    const failed = report.rules.filter(({ level, outcome }) => level === 'must' && outcome === 'fail');

    expect(report.verdict).toBe('nonconformant');
    expect(failed.map(({ id }) => id)).toEqual(['fee-response/has-transaction-fee-number']);
  });
});

describeThoroughly('what was seen too seldom to be proof', () => {
  test('leaves the verdict open', async () => {
    const report = await judge(malformed({ transactionFee: undefined })(every(150)));

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(outcomeOf(report, 'fee-response/has-transaction-fee-number')).toMatchObject({
      outcome: 'unstable',
      reason: expect.stringMatching(/^failed [12] of \d{3,} times/),
    });
  });

  test('is a valid call refused now and then, which load may explain', async () => {
    const isTurn = every(40);
    const report = await judge({
      checkFee: (...call) => checkFee(...call) ?? (isTurn() ? 'busy' : undefined),
    });

    const blamed = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');

    expect(report.exitCode).not.toBe(0);
    expect(blamed.some(({ id, reason }) => /^fee-request.+busy/.test(`${id} ${reason}`))).toBe(true);
  });
});
