/** Waivers and baselines cover known failures: a new failure of the same rule counts. */
import { describe, expect, test } from 'vitest';
import { type ConformOptions, conform, type Report, readWaivers } from '../../conformance/index.ts';
import { waiverEntries } from '../../conformance/report/failure.ts';
import { describeOnce, sampled } from '../support/sampled.ts';
import { deploymentOf } from './deployment-of.ts';
import { PAIRS, withDefects } from './known-and-new.ts';
import { checkSale, type ReferenceBehavior, startReference } from './reference.ts';

describe.each(sampled(PAIRS, 1))(
  'a known failure of $rule',
  ({ rule, known, new: added, effort = 'standard' }) => {
    async function judge(behaviour: Partial<ReferenceBehavior>, options: Partial<ConformOptions>) {
      await using server = await startReference(behaviour);
      const deployment = deploymentOf(server.url);
      const report = await conform({
        deployment,
        selects: (id) => id === rule || id === OTHER,
        effort,
        ...options,
      });

      return { report, exitCode: report.exitCode, failure: ruleIn(report) };
    }
    const ruleIn = (report: Report) => report.rules.find(({ id }) => id === rule);

    test('does not count with any seed, and hides no new failure, with a waiver or a baseline', async () => {
      const before = await judge(withDefects(known), { seed: 1 });
      const first = ruleIn(before.report);
      expect(first?.outcome).toBe('fail');
      const lines = first === undefined ? [] : waiverEntries(first, before.report);
      const waivers = readWaivers(lines.join('\n'), 'waivers.yaml');

      for (const [options, seed, another] of [
        [{ baseline: before.report }, 2, 1],
        [{ waivers }, 3, 4],
      ] as const) {
        const again = await judge(withDefects(known), { ...options, seed });
        expect(again).toMatchObject({ exitCode: 0 });
        const { exitCode, failure } = await judge(withDefects(known, added), { ...options, seed: another });
        expect(exitCode).toBe(1);
        expect(failure).toMatchObject({ outcome: 'fail' });
        expect(failure?.shape).not.toBe(first?.shape);
      }
    });
  },
);

/** A rule that passes: a run in which no rule passes is inconclusive. */
const OTHER = 'region/accepts-two-letter-state';

describeOnce('at quick, a waiver for a single quote in authCode', () => {
  const refuses = (pattern: RegExp): Partial<ReferenceBehavior> => ({
    checkSale: (request, found) =>
      typeof request['authCode'] === 'string' && pattern.test(request['authCode'])
        ? 'no'
        : checkSale(request, found),
  });
  async function outOfDate(behaviour: Partial<ReferenceBehavior>, shape: string) {
    await using server = await startReference(behaviour);
    const waivers = readWaivers(
      `- { rule: sale/authcode-is-opaque, shape: "${shape}", reason: x, until: 9999-12-31 }`,
      'waivers.yaml',
    );
    const selects = (id: string) => id === 'sale/authcode-is-opaque' || id === OTHER;
    const deployment = deploymentOf(server.url);
    const report = await conform({ deployment, effort: 'quick', seed: 1, selects, waivers });

    return report.outOfDate?.map(({ kind }) => kind);
  }
  const QUOTE = 'sale with sTxId, authCode: given, authCode: single quote → refused (4xx)';

  test('is not stale if the quote comes with another failing character', async () => {
    expect(await outOfDate(refuses(/['é]/), QUOTE)).toBeUndefined();
  });

  test('is stale if the quote is accepted, also while other characters are refused', async () => {
    expect(await outOfDate(refuses(/é/), QUOTE)).toEqual(['stale']);
    expect(await outOfDate({}, QUOTE)).toEqual(['stale']);
  });

  test('is not stale if the run did not try what it names', async () => {
    expect(await outOfDate({}, QUOTE.replace('single quote', 'leading zero'))).toBeUndefined();
  });
});
