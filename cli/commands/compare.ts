/** `tollgate compare`: shows in which rules and choices several reports differ. */
import { COMPARISON_KINDS } from '../../conformance/report/kinds.ts';
import { command } from '../command.ts';
import { JSON_OPTION } from '../json.ts';
import { list, oneOf } from '../options.ts';

export const COMPARE_OPTIONS = {
  report: list('<kind>', 'text (default), json, markdown or html (=PATH)', COMPARISON_KINDS),
  failOn: oneOf('<what>', 'exit with 1 on a new failure (new) or a difference (any)', ['new', 'any']),
  json: JSON_OPTION,
};

export const compare = command({
  name: 'compare',
  summary: 'compare reports of several services, or releases of one',
  arguments: [['<report...>', 'two or more reports in JSON']],
  options: COMPARE_OPTIONS,
  json: '`comparisons`: `subject`, `reports`, `rules` (`id`, `level`, `differs`, `results`), `choices` (`name`, `differs`, `results`)',
  examples: [
    'tollgate compare vendor-a.json vendor-b.json',
    'tollgate compare release-1.json release-2.json --report html=compared.html',
    'tollgate compare main.json branch.json --fail-on new',
  ],
  notes: () =>
    `Differences come first: rules by their status, then choices. A rule that a report did not test is
no difference. Reports of services are compared with each other, and so are reports of clients;
each side of a traffic report counts as a report. --fail-on new means a rule that fails in the last
report and in none before it; any means a rule or a choice that differs.

Exit codes: 0 the reports were compared; 1 --fail-on found what it names; 2 wrong usage.`,

  run: async (...given) => (await import('./run-compare.ts')).runCompare(...given),
});
