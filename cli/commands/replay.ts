/** `tollgate replay`: runs one counterexample of a report again. */
import { command } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE, TIMEOUT, TOKEN, TOKEN_COMMAND } from '../connection-options.ts';
import { JSON_OPTION } from '../json.ts';
import { text } from '../options.ts';

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

  run: async (...given) => (await import('./run-replay.ts')).runReplay(...given),
});
