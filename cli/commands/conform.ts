/** `tollgate conform`: judges a deployment against the document. */
import type { Command } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE } from '../connection-options.ts';
import { EFFORTS, JUDGE_OPTIONS, MUST_OPTION } from '../judge-options.ts';

export const conform: Command = {
  name: 'conform',
  summary: 'judge a deployment against the document',
  arguments: [['[url]', 'base address; it overrides that of the deployment file']],
  options: [
    ['--deployment <file>', 'deployment file (YAML)'],
    ['--mock', 'judge the built-in mock in place of a deployment'],
    ['--token <jwt>', 'access token (or TOLLGATE_TOKEN)'],
    ...CONNECTION_OPTIONS,
    ['--only <glob...>', 'judge these rules only, such as nicn or identity/update-*', 'rule-or-group'],
    ['--skip <glob...>', 'leave these rules out', 'rule-or-group'],
    ['--effort <name>', 'quick, standard (default) or deep: how many cases to try', EFFORTS],
    ['--seed <number>', 'repeat a run: 0 to 2147483647 (default random)'],
    ['--concurrency <number>', 'requests at the same time, 1 to 64 (default 8)'],
    ['--rate <number>', 'requests per second, from 0.1 (default no limit)'],
    ['--timeout <ms>', 'timeout of a response, 10 to 600000 ms (default 5000)'],
    ['--max-requests <number>', 'request limit (default 120, 2000 or 10000 by effort)'],
    ['--max-time <seconds>', 'time limit in seconds (default 120, 600, 3600 by effort)'],
    MUST_OPTION,
    ...JUDGE_OPTIONS,
  ],
  examples: [
    'tollgate conform --mock',
    'tollgate conform https://fees.example.com --report text --report json=report.json',
    'tollgate conform https://fees.example.com --only nicn --only identity/update-*',
    'tollgate conform --deployment staging.yaml --effort quick',
    'tollgate conform --deployment staging.yaml --waivers waivers.yaml --baseline main.json',
  ],
  notes: () =>
    [
      'Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage or',
      'configuration; 3 inconclusive; 4 a fault of tollgate itself; 130 ended by Ctrl-C, with what was',
      'judged by then.',
      '',
      PROXY_NOTE,
    ].join('\n'),

  run: async (...given) => (await import('./run-conform.ts')).runConform(...given),
};
