/** Every defect of the mock is found by the rule it breaks, and its counterexample shows it to anyone. */
import { expect, test } from 'vitest';
import { ASSUMED, type Deployment } from '../../conformance/deployment/deployment.ts';
import { conform } from '../../conformance/index.ts';
import type { ReportStep } from '../../conformance/report/counterexample.ts';
import type { ReportRule } from '../../conformance/report/report.ts';
import { RULES } from '../../conformance/rules/index.ts';
import { replay } from '../../conformance/run/replay.ts';
import { type BreakableRule, MUST_RULES, type RuleId } from '../../src/contract/rule-ids.ts';
import { DEFECTS } from '../../src/mock/defects/index.ts';
import { type RunningMock, startMock } from '../../src/mock/index.ts';
import { bash } from './command.ts';
import { describeMock } from './describe-mock.ts';

const PRICES = /^fee\/matches-reference$/;

/** Defects that other rules cannot but meet as well. */
const ALSO_FAILING: Partial<Record<BreakableRule, RegExp>> = {
  // Whichever rule asks for an 8-digit nicn gets no answer, and has to say so.
  'robustness/answers-in-time': /./,
  // None of these fees is the one that the prices come to.
  'fee-response/fee-has-cents': PRICES,
  'fee-response/fee-is-not-negative': PRICES,
  'region/forms-agree': PRICES,
};

/** Milliseconds; far below the eight seconds that the defect of `robustness/answers-in-time` takes. */
const TIMEOUT = 400;

const BROKEN = Object.keys(DEFECTS) as readonly BreakableRule[];

/** Otherwise no mock would refuse a token that somebody else signed. */
const jwtSecret = 'a secret of the mocks of this test';

test.each(BROKEN)(
  'a mock that breaks %s fails it, by a counterexample that repeats elsewhere',
  async (id) => {
    await using broken = await startMock({ defects: [id], jwtSecret });
    const report = await conform({ deployment: describe(broken), seed: 1, strict: true });
    const failed = report.rules.filter(({ outcome }) => outcome === 'fail');
    const found = failed.find((rule) => rule.id === id);

    expect(report.exitCode).toBe(1);
    expect(found?.counterexample?.steps.length).toBeGreaterThan(0);
    expect(
      failed.filter((rule) => rule.id !== id && !ALSO_FAILING[id]?.test(rule.id)).map((rule) => rule.id),
    ).toEqual([]);
    expect(report.rules.filter(({ outcome }) => outcome === 'unstable' || outcome === 'broken')).toEqual([]);

    await using another = await startMock({ defects: [id], jwtSecret });
    const rule = RULES.find((candidate) => candidate.id === id);
    if (found?.counterexample === undefined || rule === undefined) throw new Error('nothing to run again');
    if (!DEPENDS_ON_TIMING.has(id)) {
      const inOrder = id === TAKES_TURNS ? withoutOrder : (lines: readonly string[]) => lines;
      expect(inOrder(await runCurls(found, broken, another))).toEqual(inOrder(recorded(found)));
    }

    await using third = await startMock({ defects: [id], jwtSecret });
    expect((await replay(rule, found.counterexample.case, describe(third))).kind).toBe('reproduced');

    await using sound = await startMock({ jwtSecret });
    expect((await replay(rule, found.counterexample.case, describe(sound))).kind).toBe('held');
  },
);

test.each(BROKEN.filter((id) => !isMust(id)))(
  'a mock that breaks %s is warned, and conformant',
  async (id) => {
    await using broken = await startMock({ defects: [id], jwtSecret });
    const selected: readonly RuleId[] = [id, 'sale/accepts-stxid'];
    const report = await conform({
      deployment: describe(broken),
      selects: (rule) => selected.includes(rule),
    });

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, strict: false });
    expect(report.rules.find((rule) => rule.id === id)).toMatchObject({ level: 'should', outcome: 'fail' });
  },
);

function isMust(id: RuleId): boolean {
  return MUST_RULES.some((known) => known === id);
}

/** Which of its two fees comes first depends on how many were asked before. */
const TAKES_TURNS: BreakableRule = 'fee-response/same-request-same-fee';

function withoutOrder(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/#\d+/, '#')).toSorted();
}

/** Separate curl processes need not overlap, and curl alone would wait for ever. */
const DEPENDS_ON_TIMING: ReadonlySet<BreakableRule> = new Set([
  'identity/concurrent-updates-keep-stxid',
  'robustness/answers-in-time',
]);

function describe(mock: RunningMock): Deployment {
  return { ...describeMock(mock), limits: { ...ASSUMED.limits, timeout: TIMEOUT } };
}

/** Runs the printed commands in one shell against another mock; what they print, in the order of the steps. */
async function runCurls(
  { counterexample }: ReportRule,
  from: RunningMock,
  to: RunningMock,
): Promise<readonly string[]> {
  const steps = counterexample?.steps ?? [];
  const isCrowd = steps.length > MOST_IN_ORDER;
  const script = steps.map(({ curl }) => `${curl}\necho`).join('\n');
  const { out } = await bash(script.replaceAll(new URL(from.url).origin, to.url), {
    TOLLGATE_TOKEN: to.token('one'),
    TOLLGATE_TOKEN_SEVERAL: to.token('several'),
  });
  const lines = out.split('\n').filter((line) => line !== '');

  return normalise(isCrowd ? lines.slice(-1) : lines);
}

/** Beyond so many steps some run at once and print in any order: then the last answer is what counts. */
const MOST_IN_ORDER = 20;

function recorded({ counterexample }: ReportRule): readonly string[] {
  const bodies = (counterexample?.steps ?? []).map(({ response }: ReportStep) =>
    'body' in response ? response.body : '',
  );

  return normalise((bodies.length > MOST_IN_ORDER ? bodies.slice(-1) : bodies).filter((body) => body !== ''));
}

/** Identifiers by the order in which they first come; in a refusal, which may mask them, all alike. */
function normalise(lines: readonly string[]): readonly string[] {
  const seen: string[] = [];
  const numbered = (id: string) => {
    if (!seen.includes(id)) seen.push(id);

    return `#${seen.indexOf(id)}`;
  };

  return lines.map((line) =>
    line.includes('"instance"')
      ? line.replace(/"instance":"[^"]*"/, '').replace(/\w*…\(\d+ digits\)\w*|[0-9a-f]{18,}/g, '#')
      : line.replace(/[0-9a-f]{18,32}|(?<="sTxId":)[\d.e+]+/g, numbered),
  );
}
