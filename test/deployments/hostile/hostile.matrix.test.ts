/** Hostile deployments: the verdict is right or left open, and the reports stay valid. */
import { describe, expect, test } from 'vitest';
import { meet } from '../../../bench/suite.ts';
import type { Report } from '../../../conformance/report/report.ts';
import { REPORTERS } from '../../../conformance/report/reporters.ts';
import { describeThoroughly, sampled } from '../../support/sampled.ts';
import { judgeAt } from '../judge.ts';
import { TOKENS } from '../reference.ts';
import type { Hostile } from './hostile.ts';
import { HOSTILE } from './index.ts';

/** Milliseconds: long enough for a busy machine, where the deployment answers at all. */
const TIMEOUT = 15_000;

async function judge({ start, timeout = TIMEOUT, effort = 'quick' }: Hostile): Promise<Report> {
  await using server = await start();
  return await judgeAt(server.url, { limits: { timeout }, effort });
}

describe.concurrent('a deployment that', () => {
  test.each(sampled(HOSTILE, 5))('$name', async (hostile) => {
    const report = await judge(hostile);
    const failed = report.rules.filter(
      ({ level, outcome }) => level === 'must' && ['fail', 'unstable'].includes(outcome),
    );
    const sentences = [report.summary, ...failed.map(({ counterexample }) => counterexample?.got)].join('\n');

    expect(report).toMatchObject({ verdict: hostile.verdict, counts: { broken: 0 } });
    if (hostile.fails !== undefined) expect(failed.map(({ id }) => id)).toEqual(hostile.fails);
    if (hostile.says !== undefined) expect(sentences).toMatch(hostile.says);
    for (const [kind, print] of Object.entries(REPORTERS)) {
      const printed = print(report);
      expect(printed.length, `the length of ${kind}`).toBeLessThan(600_000);
      expect(printed.isWellFormed(), `${kind} is Unicode`).toBe(true);
      // The only control characters for a terminal are tabs and line breaks.
      expect(printed.replaceAll(/[\t\n]/g, ''), kind).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
      for (const token of Object.values(TOKENS)) expect(printed, kind).not.toContain(token);
    }
    expect(REPORTERS.html(report)).not.toMatch(/<(script|img)[^>]*(alert|onerror)/);
    expect(REPORTERS.github(report)).not.toMatch(/^::(?!(error|warning|notice) title=tollgate)/m);
  });
});

const MIB = 2 ** 20;

/** Judged from a process of its own, by the most memory at any moment. */
describeThoroughly('no more than 300 MiB are taken by a deployment that', () => {
  const worst = HOSTILE.filter(({ name }) =>
    [
      'has an sTxId of 200,000 characters',
      'has a message of 200,000 characters',
      'refuses with 900 KB',
      'nests 100,000 levels deep',
    ].includes(name),
  );

  test.each(worst)('$name', async (hostile) => {
    const { verdict, most = 0 } = await meet(hostile);

    expect(verdict).toBe(hostile.verdict);
    expect(most / MIB).toBeLessThan(300);
  });
});
