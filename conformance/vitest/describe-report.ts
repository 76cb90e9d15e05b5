/** Registers the rules of a report as Vitest tests. The only file that imports Vitest. */
import { beforeAll, describe, test } from 'vitest';
import { visibleLine } from '../../src/text/visible.ts';
import { failureLines, type ShownRule, showRule } from '../report/failure.ts';
import type { Report, ReportRule } from '../report/report.ts';
import { type Baseline, readBaselineFile, readWaiverFile, type Waiver } from '../verdict/read-accepted.ts';

/** The options that services and clients share. */
export interface SuiteOptions {
  /** Patterns of rule ids, such as `nicn`, `identity/update-*` or `client-flow`. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Accepted failures: the path of a waiver file, or waivers. */
  readonly waivers?: string | readonly Waiver[];
  /** The path of an earlier report, or the report: its failures do not count. */
  readonly baseline?: string | Baseline;
  /** Name of the test suite. */
  readonly name?: string;
  /** Milliseconds for the whole run, after which the tests fail. Default: ten minutes. */
  readonly timeout?: number;
  /** Called with the report, for example to write it to a file. */
  readonly onReport?: (report: Report) => void | Promise<void>;
}

type AcceptedFailures = { readonly [Name in 'waivers' | 'baseline']?: SuiteOptions[Name] | undefined };

/** Reads the waivers and the baseline that are given as paths. @throws WaiverError, and what a baseline file throws */
export function readAccepted({ waivers = [], baseline }: AcceptedFailures) {
  return {
    waivers: typeof waivers === 'string' ? readWaiverFile(waivers) : waivers,
    baseline: typeof baseline === 'string' ? readBaselineFile(baseline) : baseline,
  };
}

export const TEN_MINUTES = 600_000;

/**
 * Registers a test for each rule and one for the verdict. The report is made once, before the first test.
 *
 * @param ids of the rules that have a test
 */
export function describeReport(
  name: string,
  ids: readonly ReportRule['id'][],
  judge: () => Promise<Report>,
  { timeout = TEN_MINUTES, onReport }: Pick<SuiteOptions, 'timeout' | 'onReport'>,
): void {
  describe(name, () => {
    let report: Report | undefined;

    beforeAll(async () => {
      report = await judge();
      await onReport?.(report);
    }, timeout);

    const addTest = (title: string, resultOf: (report: Report) => TestResult) =>
      test(title, async ({ annotate, skip }) => {
        if (report === undefined) throw new TestFailure('there is no report');
        const result = resultOf(report);
        if (result.kind === 'failed') throw new TestFailure(result.message);
        if (result.kind === 'passed') return;
        if (result.kind === 'warning') await annotate(result.note, 'warning');
        skip(result.note);
      });

    for (const id of ids) {
      addTest(id, (judged) => {
        const rule = judged.rules.find((candidate) => candidate.id === id);

        return rule === undefined ? { kind: 'failed', message: 'not judged' } : testResultOf(rule, judged);
      });
    }
    addTest('the verdict', verdictResult);
  });
}

/** Without a stack trace, which would only show this file. */
class TestFailure extends Error {
  override readonly name = 'tollgate';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}

type TestResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  /** A warning is a skipped test with an annotation. */
  | { readonly kind: 'skipped' | 'warning'; readonly note: string };

export function testResultOf(rule: ReportRule, report: Report): TestResult {
  const shown = showRule(rule, report);
  const { status, look, note } = shown;
  if (look.junit === 'passed') return { kind: 'passed' };
  if (look.junit === 'skipped') return { kind: status === 'warning' ? 'warning' : 'skipped', note };

  return { kind: 'failed', message: status === 'broken' ? note : describeFailure(shown) };
}

/** Fails where no rule fails but the exit code is not 0: nothing was tested, or a waiver is stale. */
export function verdictResult(report: Report): TestResult {
  const { exitCode, rules, outOfDate, verdict } = report;
  const note = `${verdict}: ${visibleLine(report.summary)}`;
  if (exitCode === 0) return { kind: 'passed' };
  const hasFailure = rules.some((rule) => testResultOf(rule, report).kind === 'failed');

  return hasFailure && outOfDate === undefined
    ? { kind: 'skipped', note }
    : { kind: 'failed', message: note };
}

/** Without the commands that need a report in a file. */
function describeFailure({ replay: _, otherFailures: __, ...rule }: ShownRule): string {
  const { id, title, outcome, report, demand, note } = rule;
  const caption = `${rule.caption}, with the token in the shell variable`;

  return [
    `${title} (${id}, ${demand})`,
    ...(outcome === 'unstable' ? [`  ${note}`] : []),
    ...failureLines({ ...rule, caption, often: undefined, toWaive: [] }, { indent: '  ' }),
    `  repeat:   seed ${report.seed}, effort ${report.effort}`,
  ].join('\n');
}
