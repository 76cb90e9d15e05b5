/** `tollgate check-client`: runs a command against mocks, and judges the client that it runs. */
import { command } from '../command.ts';
import { EFFORTS, JUDGE_OPTIONS, MUST, PROFILE, RECORD, SIGN, WATCH } from '../judge-options.ts';
import { flag, list, number, oneOf, SEED, seconds, text } from '../options.ts';

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
  profile: PROFILE,
  must: MUST,
  watch: WATCH,
  record: RECORD,
  sign: SIGN,
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

  run: async (...given) => (await import('./run-check-client.ts')).runCheckClient(...given),
});
