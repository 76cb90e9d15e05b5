/** The commands that read reports and recordings: compare, verify, statement, drift and replay. */
import { COMPARISON_KINDS } from '../../conformance/report/report.ts';
import { command, flag, list, oneOf, text } from '../command.ts';
import { CONNECTION_OPTIONS, JSON_OPTION, TIMEOUT, TOKEN, TOKEN_COMMAND } from './options.ts';

export const compare = command({
  name: 'compare',
  summary: 'compare reports of several services, or releases of one',
  arguments: [['<report...>', 'two or more reports in JSON']],
  options: {
    report: list('<kind>', 'text (default), json, markdown or html (=PATH)', COMPARISON_KINDS),
    failOn: oneOf('<what>', 'exit with 1 on a new failure (new) or a difference (any)', ['new', 'any']),
    json: JSON_OPTION,
  },
  json: '`comparisons`: `subject`, `reports`, `rules` (`id`, `level`, `differs`, `results`), `choices` (`name`, `differs`, `results`)',
});

export const verify = command({
  name: 'verify',
  summary: 'judge a recorded run again, and compare the report',
  arguments: [
    ['<report>', 'report in JSON'],
    ['[recording]', 'the HAR file that --record wrote'],
  ],
  options: {
    publicKey: text('<file>', 'key (PEM) that REPORT.jws must be signed with'),
    json: JSON_OPTION,
  },
  json: '`result` (`same`, `different`, `unrelated`, `other-version`, or `not judged` without a recording), `signature` (`valid` or `not checked`), `message`',
});

export const statement = command({
  name: 'statement',
  summary: 'print the conformance statement of a report (Markdown)',
  arguments: [['<report>', 'report in JSON, of a service or a client']],
  options: { json: JSON_OPTION },
  json: '`subject`, `target`, `verdict`, `summary`, `rules` (counts), `failures`, `notTested`, `calls`, `untouched`, `signature`, `choices`, `digests`',
});

export const drift = command({
  name: 'drift',
  summary: 'compare a mock with recorded traffic of a service',
  arguments: [['<recording>', 'HAR file of conform, of the proxy, or of any tool']],
  options: {
    like: text('<report>', 'behave as the deployment of this JSON report does'),
    merchants: text('<file>', 'merchant file (YAML) of the mock; else the recorded or shipped one'),
    json: flag('print the differences as JSON'),
  },
  json: '`compared`, `fees`, `differences`, `choices`, `layout` (the same JSON, written differently: no difference), `notCompared`',
});

export const replay = command({
  name: 'replay',
  summary: 'run one counterexample of a report again',
  arguments: [
    ['<report>', 'report in JSON, as conform --report json=PATH writes it'],
    ['<rule>', 'the rule whose counterexample to run', 'rule'],
    ['[url]', 'address to use; by default that of the report, if it is one of this machine'],
  ],
  options: {
    deployment: text('<file>', 'deployment file (YAML); its address is not used'),
    token: TOKEN,
    tokenCommand: TOKEN_COMMAND,
    timeout: TIMEOUT,
    ...CONNECTION_OPTIONS,
    json: JSON_OPTION,
  },
  json: '`rule`, `target`, `result` (`held`, `reproduced` or `not-judged`), `reason`, `expected`, `got`, `steps`',
});
