/** The judges: of services, of clients and of the traffic between them. */
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { readDuration } from '../../src/text/words.ts';
import { command, flag, list, number, oneOf, SEED, seconds, text, UsageError } from '../command.ts';
import {
  CONNECTION_OPTIONS,
  EFFORTS,
  HTTPS_OPTIONS,
  JUDGE_OPTIONS,
  LISTEN_OPTIONS,
  PLAN_OPTIONS,
  PROXY_NOTE,
  TIMEOUT,
  TOKEN,
  TOKEN_COMMAND,
  TRAFFIC_OPTIONS,
} from './options.ts';

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
  ...PLAN_OPTIONS,
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

  run: async (...given) => (await import('./conform.ts')).runConform(...given),
});

export const CHECK_CLIENT_OPTIONS = {
  env: list('<name=template>', 'set a variable: {url}, {token}, {token:MERCHANT}, {job}'),
  merchants: text('<file>', 'merchant file (YAML) of the mock; otherwise the shipped one'),
  like: text('<report>', 'behave as the deployment of this JSON report does'),
  only: list('<glob>', 'judge these rules only, such as client-flow', 'client-rule-or-group'),
  skip: list('<glob>', 'leave these rules out', 'client-rule-or-group'),
  effort: oneOf('<name>', 'quick (2 runs), standard (18, default) or deep', EFFORTS),
  seed: number('<number>', 'seed of the mock', SEED),
  timeLimit: seconds('limit of each run', { min: 0.1, max: 86_400, fractions: true, default: 'see below' }),
  jobs: number('<number>', 'runs side by side', { min: 1, max: 64, default: 1 }),
  ...PLAN_OPTIONS,
  ...JUDGE_OPTIONS,
  showOutput: flag('show what the command prints'),
};

export const checkClient = command({
  name: 'check-client',
  summary: 'judge a client of the API by running its tests',
  arguments: [['[command...]', 'the command that runs the client, after --']],
  options: CHECK_CLIENT_OPTIONS,
  examples: [
    'tollgate check-client -- npm test',
    'tollgate check-client --effort quick -- pytest tests/fees',
    'tollgate check-client --watch --effort quick -- npm test',
    "tollgate check-client --must 'client-flow/*' --must 'client-resilience/*' -- npm test",
    'tollgate check-client --jobs 4 -- npm test',
    'tollgate check-client --env FEES_URL={url} --env FEES_KEY={token} -- mvn test',
    'tollgate check-client --report json=client.json --record client.har -- npm test',
    'tollgate check-client --like production.json --report junit=client.xml -- npm test',
  ],
  notes: () =>
    `The command runs once for each behavior of the mock, each time with a new mock, its address in
TOLLGATE_URL and a token in TOLLGATE_TOKEN. It has to pass (exit code 0) in the first run and in
those that vary what the document leaves open. In a run with a fault it may fail: what it sends
counts. Its output is hidden unless the first run fails, or with --show-output. At the time limit
and on Ctrl-C it is ended with all its processes. Without --time-limit the first run has ten
minutes, and each later one three times as long as the first took, at least one minute.

With --jobs, runs take place side by side after the first one. The report stays the same: a run
that shows a failure takes place again, alone. Runs must not share a port, a file or a database:
TOLLGATE_JOB and {job} are a number from 1 to --jobs that no other run has meanwhile.

A request that a test breaks on purpose says so with the header Tollgate-Deliberate: RULE.

Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage or
configuration; 3 inconclusive; 4 a fault of tollgate itself; 130 ended by Ctrl-C, with what was
judged by then.`,

  run: async (...given) => (await import('./check-client.ts')).runCheckClient(...given),
});

export const CHECK_TRAFFIC_OPTIONS = {
  ...TRAFFIC_OPTIONS,
  complete: flag('no call is missing: judge identifiers in full'),
};

export const checkTraffic = command({
  name: 'check-traffic',
  summary: 'judge recorded traffic (HAR), both client and service',
  arguments: [['[file...]', 'HAR 1.2 files; several are one recording']],
  options: CHECK_TRAFFIC_OPTIONS,
  examples: [
    'tollgate check-traffic checkout.har',
    'tollgate check-traffic monday.har tuesday.har --side service',
    'tollgate check-traffic production.har --report text --report json=production.json',
  ],
  notes: () =>
    `Nothing is sent. Browsers, proxies and Postman write such files, as tollgate proxy --record does.
Calls to /v1/ch and /v1/ch/sale below any address are judged, all others are left out. What a
recording does not show is not tested, and the report says why. tollgate mock --like REPORT behaves
as the service of a JSON report was seen to do.

Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage, or a file that
is not HAR; 3 inconclusive, such as when nothing of a side could be judged; 4 a fault of tollgate
itself; 130 ended by Ctrl-C, with what was judged by then.`,

  async run(...given) {
    // Before the suite is loaded: loading it grows the heap.
    const { setFlagsFromString } = await import('node:v8');
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);
    const { runCheckTraffic } = await import('./check-traffic.ts');

    return runCheckTraffic(...given);
  },
});

/** Limits the heap, which otherwise grows with dead objects: a file of 1 GB takes 272 MiB with both flags. */
const SMALL_HEAP = ['--semi-space-growth-factor=1', '--heap-growing-percent=250'] as const;

export const PROXY_OPTIONS = {
  to: text('<url>', 'base address of the service'),
  ...LISTEN_OPTIONS,
  for: text('<duration>', 'end after this time, such as 90s, 10m or 8h', undefined, readFor),
  record: text('<file>', 'write a HAR file, with secrets masked'),
  ...TRAFFIC_OPTIONS,
  ...HTTPS_OPTIONS,
  ca: text('<file>', 'trust this CA certificate (PEM) of the service'),
  clientCert: text('<file>', 'client certificate (PEM) for the service'),
  clientKey: text('<file>', 'private key of the client certificate (PEM)'),
  insecure: flag('do not verify the certificate of the service'),
  quiet: flag('print only reports and problems'),
};

export const proxy = command({
  name: 'proxy',
  summary: 'forward traffic to a service, and judge both sides',
  arguments: [],
  options: PROXY_OPTIONS,
  examples: [
    'tollgate proxy --to https://fees.example.com',
    'tollgate proxy --to https://fees.example.com --for 10m --record traffic.har',
    'tollgate proxy --to http://127.0.0.1:8080 --side client --report json=client.json',
  ],
  notes: () =>
    `Point the client at the proxy instead of the service. The proxy forwards every byte unchanged,
except the header Host and the headers of one connection; it adds, retries and delays nothing. It
judges calls to /v1/ch and /v1/ch/sale below any path. The proxy itself responds to paths below
/_tollgate: tollgate tail, and GET /_tollgate/verdict.

Ctrl-C, SIGTERM or --for ends it: it reports and exits with the verdict.
Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage, or the port is
in use; 3 inconclusive, such as when nothing of a side could be judged; 4 a fault of tollgate
itself.

${PROXY_NOTE}`,

  run: async (...given) => (await import('./proxy.ts')).runProxy(...given),
});

/** The longest timer of Node, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @returns milliseconds. @throws UsageError */
function readFor(typed: string, option: string): number {
  const duration = readDuration(typed);
  if (duration !== undefined && duration > 0 && duration <= LONGEST) return duration;
  throw new UsageError(`${option}: expected a duration up to 24d, such as 90s, 10m or 8h, got ${typed}`);
}
