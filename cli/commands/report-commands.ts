/** The commands that read reports and recordings: compare, verify, statement, drift and replay. */
import { COMPARISON_KINDS } from '../../conformance/report/report.ts';
import { command, flag, list, oneOf, text } from '../command.ts';
import { CONNECTION_OPTIONS, JSON_OPTION, PROXY_NOTE, TIMEOUT, TOKEN, TOKEN_COMMAND } from './options.ts';

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

  run: async (...given) => (await import('./report-files.ts')).runCompare(...given),
});

export const VERIFY_OPTIONS = {
  publicKey: text('<file>', 'key (PEM) that REPORT.jws must be signed with'),
  json: JSON_OPTION,
};

export const verify = command({
  name: 'verify',
  summary: 'judge a recorded run again, and compare the report',
  arguments: [
    ['<report>', 'report in JSON'],
    ['[recording]', 'the HAR file that --record wrote'],
  ],
  options: VERIFY_OPTIONS,
  json: '`result` (`same`, `different`, `unrelated`, `other-version`, or `not judged` without a recording), `signature` (`valid` or `not checked`), `message`',
  examples: [
    'tollgate verify report.json run.har',
    'tollgate verify report.json run.har --public-key vendor.pem',
  ],
  notes: () =>
    `The run is planned and judged again from the recording, offline: nothing is sent. An edited result
is found by judging, a removed or added exchange by planning. An answer that was altered in the
recording is found only by the signature of who recorded it. Without a recording, only the version
of the suite, the signature and that the verdict follows from the rules are checked.

Exit codes: 0 the recording gives the same report; 1 it gives another one; 2 a file cannot be read,
or the two do not belong together; 3 other revisions of the rules made the report.`,

  run: async (...given) => (await import('./report-files.ts')).runVerify(...given),
});

export const STATEMENT_OPTIONS = { json: JSON_OPTION };

export const statement = command({
  name: 'statement',
  summary: 'print the conformance statement of a report (Markdown)',
  arguments: [['<report>', 'report in JSON, of a service or a client']],
  options: STATEMENT_OPTIONS,
  json: '`subject`, `target`, `verdict`, `summary`, `rules` (counts), `failures`, `notTested`, `calls`, `untouched`, `signature`, `choices`, `digests`',
  examples: ['tollgate statement report.json'],
  notes: () => 'Exit codes: 0 printed, whatever the verdict; 2 wrong usage.',

  run: async (...given) => (await import('./report-files.ts')).runStatement(...given),
});

export const DRIFT_OPTIONS = {
  like: text('<report>', 'behave as the deployment of this JSON report does'),
  merchants: text('<file>', 'merchant file (YAML) of the mock; else the recorded or shipped one'),
  json: flag('print the differences as JSON'),
};

export const drift = command({
  name: 'drift',
  summary: 'compare a mock with recorded traffic of a service',
  arguments: [['<recording>', 'HAR file of conform, of the proxy, or of any tool']],
  options: DRIFT_OPTIONS,
  json: '`compared`, `fees`, `differences`, `choices`, `notCompared`',
  examples: [
    'tollgate drift traffic.har --like production.json --merchants merchants.yaml',
    'tollgate drift run.har --json',
  ],
  notes: () =>
    `The recorded calls are sent to a mock in this process, with its own identifiers and tokens; nothing
is sent elsewhere. Differences are listed: fees, refusals, transactions, and choices.

Exit codes: 0 no difference; 1 differences; 2 wrong usage, or no call that can be compared.`,

  run: async (...given) => (await import('./drift.ts')).runDrift(...given),
});

export const REPLAY_OPTIONS = {
  deployment: text('<file>', 'deployment file (YAML); its address is not used'),
  token: TOKEN,
  tokenCommand: TOKEN_COMMAND,
  timeout: TIMEOUT,
  ...CONNECTION_OPTIONS,
  json: JSON_OPTION,
};

export const replay = command({
  name: 'replay',
  summary: 'run one counterexample of a report again',
  arguments: [
    ['<report>', 'report in JSON, as conform --report json=PATH writes it'],
    ['<rule>', 'the rule whose counterexample to run', 'rule'],
    ['[url]', 'address to use; by default that of the report, if it is one of this machine'],
  ],
  options: REPLAY_OPTIONS,
  json: '`rule`, `target`, `result` (`held`, `reproduced` or `not-judged`), `reason`, `expected`, `got`, `steps`',
  examples: [
    'tollgate replay report.json identity/stxid-is-unique',
    'tollgate replay report.json identity/stxid-is-unique http://127.0.0.1:4010',
  ],
  notes: () =>
    `Exit codes: 0 the rule holds; 1 it is broken again; 2 wrong usage; 3 it could not be judged.\n\n${PROXY_NOTE}`,

  run: async (...given) => (await import('./replay.ts')).runReplay(...given),
});
