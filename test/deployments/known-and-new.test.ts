/** A waiver and a baseline cover what was seen: a new failure of the same rule counts. */
import { describe, expect, test } from 'vitest';
import { type ConformOptions, conform, type Report, readWaivers } from '../../conformance/index.ts';
import { waiverLines } from '../../conformance/report/waiver-line.ts';
import { deploymentOf } from './deployment-of.ts';
import { PAIRS, withDefects } from './known-and-new.ts';
import { type Behaviour, startReference, whyNoSale } from './reference.ts';

describe.each(PAIRS)('a known failure of $rule', ({ rule, known, new: added, effort = 'standard' }) => {
  async function judge(behaviour: Partial<Behaviour>, options: Partial<ConformOptions>) {
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

  test('hides no new one, by waiver or baseline, and does not count with any seed', async () => {
    const before = await judge(withDefects(known), { seed: 1 });
    const first = ruleIn(before.report);
    expect(first?.outcome).toBe('fail');
    const lines = first === undefined ? [] : waiverLines(first, before.report);
    const waivers = readWaivers(lines.join('\n'), 'waivers.yaml');

    for (const terms of [{ baseline: before.report }, { waivers }]) {
      for (const seed of [2, 3]) {
        const { exitCode, report } = await judge(withDefects(known), { ...terms, seed });
        expect({ exitCode, summary: report.summary }).toMatchObject({ exitCode: 0 });
      }
      for (const seed of [1, 4]) {
        const { exitCode, failure } = await judge(withDefects(known, added), { ...terms, seed });
        expect(exitCode).toBe(1);
        expect(failure).toMatchObject({ outcome: 'fail' });
        expect(failure?.shape).not.toBe(first?.shape);
      }
    }
  });
});

/** Passes, since a run in which nothing passes is inconclusive. */
const OTHER = 'region/accepts-two-letter-state';

describe('at quick, a waiver of a single quote in authCode', () => {
  const refuses = (pattern: RegExp): Partial<Behaviour> => ({
    refusesSale: (request, found) =>
      typeof request['authCode'] === 'string' && pattern.test(request['authCode'])
        ? 'no'
        : whyNoSale(request, found),
  });
  async function outOfDate(behaviour: Partial<Behaviour>, shape: string) {
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

  test('is not stale beside another failure of the same text', async () => {
    expect(await outOfDate(refuses(/['é]/), QUOTE)).toBeUndefined();
  });

  test('is stale where the quote is accepted, whatever else is refused', async () => {
    expect(await outOfDate(refuses(/é/), QUOTE)).toEqual(['stale']);
    expect(await outOfDate({}, QUOTE)).toEqual(['stale']);
  });

  test('is not stale where the run did not try what it names', async () => {
    expect(await outOfDate({}, QUOTE.replace('single quote', 'leading zero'))).toBeUndefined();
  });
});
