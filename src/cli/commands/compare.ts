/** `tollgate compare`: shows in which rules and choices several reports differ. */
import { basename } from 'node:path';
import type { ReportKind } from '../../../conformance/report/kinds.ts';
import { type Command, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';

const KINDS: readonly ReportKind[] = ['text', 'markdown', 'html'];

export const compare: Command = {
  name: 'compare',
  summary: 'compare reports of several services, or releases of one',
  arguments: [['<report...>', 'two or more reports in JSON']],
  options: [['--report <kind...>', 'text (default), markdown or html (=PATH)', KINDS]],
  examples: [
    'tollgate compare vendor-a.json vendor-b.json',
    'tollgate compare release-1.json release-2.json --report html=compared.html',
  ],
  notes: () =>
    `What differs comes first: rules by their status, then choices. A rule that a report did not test
is no difference. Reports of services are compared with each other, and so are reports of clients;
a report of traffic counts with each of its sides.

Exit codes: 0 the reports were compared, whatever differs; 2 wrong usage.`,

  async run(input, context) {
    const paths = input.arguments.flatMap((path) => (path === undefined ? [] : [path]));
    if (paths.length < 2)
      throw new UsageError(`compare: expected two or more reports in JSON, got ${paths.length}`);
    const { deliver, readReports } = await import('../reports.ts');
    const wanted = readReports(input, KINDS);
    const [{ compareReports }, { readAnyReport }, { comparisonText }, markdown, { comparisonHtml }, summary] =
      await load();
    const names = distinctNames(paths);
    const comparisons = compareReports(
      paths.map((path, index) => ({
        name: names[index] ?? path,
        report: readAnyReport(readUserFile(path, 'report'), path),
      })),
    );
    if (comparisons.length === 0)
      throw new UsageError('compare: expected two reports of services, or two of clients, got one of each');
    const write = (kind: ReportKind): string => {
      if (kind === 'html') return comparisonHtml(comparisons);

      return kind === 'markdown' ? markdown.comparisonMarkdown(comparisons) : comparisonText(comparisons);
    };

    return deliver(
      wanted,
      { exitCode: 0 },
      {
        write,
        show: write,
        verdict: () => `${comparisons.map(summary.describeReports).join('; ')}\n`,
      },
      context,
    );
  },
};

/** File names, or whole paths where two files have the same name. */
function distinctNames(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => basename(path));

  return new Set(names).size === names.length ? names : paths;
}

/** Loaded only now, so that the help stays quick. */
function load() {
  return Promise.all([
    import('../../../conformance/compare/compare-reports.ts'),
    import('../../../conformance/report/read-report.ts'),
    import('../../../conformance/compare/text.ts'),
    import('../../../conformance/compare/markdown.ts'),
    import('../../../conformance/compare/html.ts'),
    import('../../../conformance/compare/describe.ts'),
  ]);
}
