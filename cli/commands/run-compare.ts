/** Compares reports, and delivers the comparison. */
import { basename } from 'node:path';
import {
  compareReports,
  describeReports,
  hasNewFailure,
  isDifferent,
} from '../../conformance/compare/compare-reports.ts';
import { COMPARISONS } from '../../conformance/compare/write-comparison.ts';
import { COMPARISON_KINDS, type ReportKind } from '../../conformance/report/kinds.ts';
import { readAnyReport } from '../../conformance/report/read-report.ts';
import { type Run, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';
import { deliver, readReports } from '../reports.ts';
import type { COMPARE_OPTIONS } from './compare.ts';

export const runCompare: Run<typeof COMPARE_OPTIONS> = async (input, context) => {
  const paths = input.arguments.flatMap((path) => path ?? []);
  if (paths.length < 2)
    throw new UsageError(`compare: expected two or more reports in JSON, got ${paths.length}`);
  const { report, json, failOn } = input.options;
  const wanted = readReports(json ? [...report, 'json'] : report, COMPARISON_KINDS);
  const names = distinctNames(paths);
  const comparisons = compareReports(
    paths.map((path, index) => ({
      name: names[index] ?? path,
      report: readAnyReport(readUserFile(path, 'report'), path),
    })),
  );
  if (comparisons.length === 0)
    throw new UsageError('compare: expected two reports of services, or two of clients, got one of each');
  const write = (kind: ReportKind): string =>
    COMPARISONS[kind === 'html' || kind === 'markdown' || kind === 'json' ? kind : 'text'](comparisons);
  const verdict = () => `${comparisons.map(describeReports).join('; ')}\n`;

  const fails = failOn !== undefined && comparisons.some(failOn === 'new' ? hasNewFailure : isDifferent);

  return deliver(wanted, { exitCode: fails ? 1 : 0 }, { write, show: write, verdict }, context);
};

/** File names, or whole paths where two files have the same name. */
function distinctNames(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => basename(path));

  return new Set(names).size === names.length ? names : paths;
}
