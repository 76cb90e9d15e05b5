/** `tollgate statement`: the conformance statement of a report, as Markdown. */
import { command } from '../command.ts';
import { JSON_OPTION } from '../json.ts';

export const STATEMENT_OPTIONS = { json: JSON_OPTION };

export const statement = command({
  name: 'statement',
  summary: 'print the conformance statement of a report (Markdown)',
  arguments: [['<report>', 'report in JSON, of a service or a client']],
  options: STATEMENT_OPTIONS,
  json: '`subject`, `target`, `verdict`, `summary`, `rules` (counts), `failures`, `notTested`, `calls`, `untouched`, `signature`, `choices`, `digests`',
  examples: ['tollgate statement report.json'],
  notes: () => 'Exit codes: 0 printed, whatever the verdict; 2 wrong usage.',

  run: async (...given) => (await import('./run-statement.ts')).runStatement(...given),
});
