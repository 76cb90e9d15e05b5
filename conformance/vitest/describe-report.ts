/** Registers the rules of a report as Vitest tests. The only file that imports Vitest. */
import { beforeAll, describe, test } from 'vitest';
import type { Report, ReportRule } from '../report/report.ts';
import { type Baseline, readBaselineFile, readWaiverFile, type Waiver } from '../verdict/read-accepted.ts';
import { type TestResult, testResultOf, verdictResult } from './test-result.ts';

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

export const TEN_MINUTES = 600_000;

interface AcceptedFailures {
  readonly waivers?: SuiteOptions['waivers'] | undefined;
  readonly baseline?: SuiteOptions['baseline'] | undefined;
}

/** Reads the waivers and the baseline that are given as paths. @throws WaiverError, and what a baseline file throws */
export function readAccepted({ waivers = [], baseline }: AcceptedFailures) {
  return {
    waivers: typeof waivers === 'string' ? readWaiverFile(waivers) : waivers,
    baseline: typeof baseline === 'string' ? readBaselineFile(baseline) : baseline,
  };
}

export interface DescribedReport {
  readonly name: string;
  /** Of the whole run, in milliseconds. */
  readonly timeout: number;
  /** The rules that have a test. */
  readonly ids: readonly ReportRule['id'][];
  readonly judge: () => Promise<Report>;
  readonly onReport: SuiteOptions['onReport'] | undefined;
}

/** Registers a test for each rule and one for the verdict. The report is made once, before the first test. */
export function describeReport({ name, timeout, ids, judge, onReport }: DescribedReport): void {
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
