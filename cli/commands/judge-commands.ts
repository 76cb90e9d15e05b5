/** The judges: of services, of clients and of the traffic between them. */
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { readDuration } from '../../src/text/words.ts';
import { command, flag, list, number, oneOf, parsed, SEED, seconds, text } from '../command.ts';
import {
  CONNECTION_OPTIONS,
  EFFORTS,
  HTTPS_OPTIONS,
  JUDGE_OPTIONS,
  LISTEN_OPTIONS,
  PLAN_OPTIONS,
  TIMEOUT,
  TOKEN,
  TOKEN_COMMAND,
  TRAFFIC_OPTIONS,
} from './options.ts';

export const conform = command({
  name: 'conform',
  summary: 'judge a deployment against the document',
  arguments: [['[url]', 'base address; it overrides that of the deployment file']],
  options: {
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
  },
});

export const checkClient = command({
  name: 'check-client',
  summary: 'judge a client of the API by running its tests',
  arguments: [['[command...]', 'the command that runs the client, after --']],
  options: {
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
  },
});

export const checkTraffic = command({
  name: 'check-traffic',
  summary: 'judge recorded traffic (HAR), both client and service',
  arguments: [['[file...]', 'HAR 1.2 files; several are one recording']],
  options: {
    ...TRAFFIC_OPTIONS,
    complete: flag('no call is missing: judge identifiers in full'),
  },
});

export const proxy = command({
  name: 'proxy',
  summary: 'forward traffic to a service, and judge both sides',
  arguments: [],
  options: {
    to: text('<url>', 'base address of the service'),
    ...LISTEN_OPTIONS,
    for: parsed('<duration>', 'end after this time, such as 90s, 10m or 8h', readFor),
    record: text('<file>', 'write a HAR file, with secrets masked'),
    ...TRAFFIC_OPTIONS,
    ...HTTPS_OPTIONS,
    ca: text('<file>', 'trust this CA certificate (PEM) of the service'),
    clientCert: text('<file>', 'client certificate (PEM) for the service'),
    clientKey: text('<file>', 'private key of the client certificate (PEM)'),
    insecure: flag('do not verify the certificate of the service'),
    quiet: flag('print only reports and problems'),
  },
});

/** The longest timer of Node, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @returns milliseconds. @throws RangeError */
function readFor(typed: string): number {
  const duration = readDuration(typed);
  if (duration !== undefined && duration > 0 && duration <= LONGEST) return duration;
  throw new RangeError(`expected a duration up to 24d, such as 90s, 10m or 8h, got ${typed}`);
}
