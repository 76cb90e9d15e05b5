/** `tollgate conform`: judges a deployment against the document. */
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { command } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE, TIMEOUT, TOKEN, TOKEN_COMMAND } from '../connection-options.ts';
import { EFFORTS, JUDGE_OPTIONS, MUST, PROFILE, RECORD, SIGN, WATCH } from '../judge-options.ts';
import { flag, list, number, oneOf, SEED, seconds, text } from '../options.ts';

export const CONFORM_OPTIONS = {
  deployment: text('<file>', 'deployment file (YAML)'),
  mock: flag('judge the built-in mock in place of a deployment'),
  token: TOKEN,
  tokenCommand: TOKEN_COMMAND,
  ...CONNECTION_OPTIONS,
  only: list('<glob>', 'judge these rules only, such as nicn or identity/update-*', 'rule-or-group'),
  skip: list('<glob>', 'leave these rules out', 'rule-or-group'),
  effort: oneOf('<name>', 'quick, standard (default) or deep: how many cases to try', EFFORTS),
  seed: number('<number>', 'repeat a run', { ...SEED, default: 'random' }),
  concurrency: number('<number>', 'requests at the same time', {
    min: 1,
    max: 64,
    default: `${DEPLOYMENT_DEFAULTS.limits.concurrency}`,
  }),
  rate: number('<number>', 'requests per second', {
    min: 0.1,
    max: 100_000,
    fractions: true,
    default: 'no limit',
  }),
  timeout: TIMEOUT,
  maxRequests: number('<number>', 'request limit', {
    min: 40,
    max: 1_000_000,
    hidden: true,
    default: '120, 2000 or 10000 by effort',
  }),
  maxTime: seconds('time limit in seconds', {
    min: 1,
    max: 86_400,
    hidden: true,
    default: '120, 600, 3600 by effort',
  }),
  profile: PROFILE,
  must: MUST,
  watch: WATCH,
  record: RECORD,
  sign: SIGN,
  build: text('<text>', 'version of the service, for the report'),
  ...JUDGE_OPTIONS,
};

export const conform = command({
  name: 'conform',
  summary: 'judge a deployment against the document',
  arguments: [['[url]', 'base address; it overrides that of the deployment file']],
  options: CONFORM_OPTIONS,
  examples: [
    'tollgate conform --mock',
    'tollgate conform https://fees.example.com --report text --report json=report.json',
    'tollgate conform https://fees.example.com --only nicn --only identity/update-*',
    'tollgate conform https://fees.example.com --report json=report.json --record run.har',
    'tollgate conform --deployment staging.yaml --effort quick',
    'tollgate conform --deployment staging.yaml --token-command "vault read -field=token fees"',
    'tollgate conform --deployment staging.yaml --profile 2026-11+several',
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
});
