/** Hostile deployments: the verdict is right or left open, and the reports stay valid. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { HERE, start as startProgram } from '../../../build/processes.ts';
import type { Report } from '../../../conformance/report/report.ts';
import { REPORTERS } from '../../../conformance/report/reporters.ts';
import { describeThoroughly, sampled } from '../../support/sampled.ts';
import { judgeAt } from '../judge.ts';
import { TOKENS } from '../reference.ts';
import type { Hostile } from './hostile.ts';
import { HOSTILE, LONG } from './index.ts';

/** Milliseconds: long enough for a busy machine, where the deployment answers at all. */
const TIMEOUT = 15_000;

async function judge({ start, timeout = TIMEOUT, effort = 'quick' }: Hostile): Promise<Report> {
  await using server = await start();
  return await judgeAt(server.url, { limits: { timeout }, effort });
}

describe.concurrent('a deployment that', () => {
  test.each(sampled(HOSTILE, 2))('$name', async (hostile) => {
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

/** Of a run, and between two looks at its memory, in milliseconds. */
const [LONGEST, LOOK] = [500_000, 20];

/** Judges from a process of its own. @returns the verdict, and the highest resident memory in MiB */
async function memoryOf({ start, effort = 'quick' }: Hostile) {
  await using server = await start();
  const options = ['--effort', effort, '--timeout', '1000', '--seed', '1', '--report', 'json'];
  const command = ['cli/tollgate.js', 'conform', server.url.href, '--token', TOKENS.one, ...options];
  await using child = startProgram(HERE, [process.execPath, ...command], LONGEST);
  const isOver = child.ended.then(() => true);
  let most = 0;
  do most = Math.max(most, residentOf(child.pid));
  while (!(await Promise.race([isOver, sleep(LOOK, false)])));
  const { out } = await child.ended;

  return { verdict: JSON.parse(out).verdict, most };
}

function residentOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');

    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // It has ended, or this system does not tell.
    return 0;
  }
}

describeThoroughly('no more than 300 MiB are taken by a deployment that', () => {
  const worst = HOSTILE.filter(({ name }) =>
    [
      'has an sTxId of 200,000 characters',
      'has a message of 200,000 characters',
      'refuses with 900 KB',
      'nests 100,000 levels deep',
    ].includes(name),
  );

  test.concurrent.each([...worst, ...LONG])('$name', { timeout: LONGEST }, async (hostile) => {
    const { verdict, most } = await memoryOf(hostile);

    expect(verdict).toBe(hostile.verdict);
    expect(most).toBeLessThan(300);
  });
});
