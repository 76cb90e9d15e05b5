/** `tollgate compare`: shows in which rules and choices several reports differ. */
import { COMPARISON_KINDS } from '../../conformance/report/kinds.ts';
import { command } from '../command.ts';
import { list } from '../options.ts';

export const COMPARE_OPTIONS = {
  report: list('<kind>', 'text (default), markdown or html (=PATH)', COMPARISON_KINDS),
};

export const compare = command({
  name: 'compare',
  summary: 'compare reports of several services, or releases of one',
  arguments: [['<report...>', 'two or more reports in JSON']],
  options: COMPARE_OPTIONS,
  examples: [
    'tollgate compare vendor-a.json vendor-b.json',
    'tollgate compare release-1.json release-2.json --report html=compared.html',
  ],
  notes: () =>
    `Differences come first: rules by their status, then choices. A rule that a report did not test is
no difference. Reports of services are compared with each other, and so are reports of clients;
each side of a traffic report counts as a report.

Exit codes: 0 the reports were compared, whatever differs; 2 wrong usage.`,

  run: async (...given) => (await import('./run-compare.ts')).runCompare(...given),
});
