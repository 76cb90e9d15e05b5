/** The options that several commands share. Light: each help loads it. */
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { PROFILES } from '../../conformance/profiles/released.ts';
import shipped from '../../src/mock/shipped-merchants.gen.json' with { type: 'json' };
import { flag, list, number, type Option, oneOf, text } from '../command.ts';

export const JSON_OPTION = flag('print JSON for programs');

/** Of every judge. */
export const JUDGE_OPTIONS = {
  strict: flag('count a should rule as a must'),
  waivers: text('<file>', 'accepted failures (YAML)'),
  baseline: text('<report>', 'JSON report whose failures do not count'),
  report: list('<kind>', 'text, json, junit, sarif, html, markdown, github (=PATH)', 'report'),
  sarifLocation: text('<file>', 'file for SARIF results (default deployment or project)'),
};

export const EFFORTS = ['quick', 'standard', 'deep'] as const;

export const PROFILE = text('<name>', 'released list of rules that count, such as 2026-11', PROFILES);

/** Of the judges that plan what is judged: they send requests, or run a command. */
export const PLAN_OPTIONS = {
  profile: PROFILE,
  must: list('<glob>', 'count these should rules as a must', 'any-rule-or-group'),
  watch: flag('run again when a file changes'),
  record: text('<file>', 'write a HAR file to verify the report with'),
  sign: text('<key>', 'sign report and recording (PEM: Ed25519, ES256)'),
};

/** Of the judges of traffic. */
export const TRAFFIC_OPTIONS = {
  side: oneOf('<name>', 'side to judge: client, service or both (default)', ['client', 'service', 'both']),
  pricing: text('<file>', 'merchant file (YAML) whose fees must be exact'),
  tolerate: number('<number>', 'possible accidents of a rule to allow', {
    min: 0,
    max: 1_000_000,
    hidden: true,
    default: 0,
  }),
  ...JUDGE_OPTIONS,
};

/** Of the commands that send requests to a deployment. */
export const CONNECTION_OPTIONS = {
  ca: text('<file>', "trust this CA certificate (PEM) instead of the system's"),
  cert: text('<file>', 'client certificate (PEM)'),
  key: text('<file>', 'private key of the client certificate (PEM)'),
  insecure: flag('do not verify the certificate of the server'),
};

export const TOKEN = text('<jwt>', 'access token (or TOLLGATE_TOKEN)');

export const TOKEN_COMMAND = text('<cmd>', 'shell command that prints the token; again on a 401');

/** Of a response, in milliseconds. */
export const TIMEOUT = number('<ms>', 'response timeout in ms', {
  min: 10,
  max: 600_000,
  default: `${DEPLOYMENT_DEFAULTS.limits.timeout}`,
});

/** Where the mock listens by default. */
export const MOCK_ADDRESS = 'http://127.0.0.1:4010';

export const SCENARIO_NAMES = Object.keys(shipped.scenarios);

/** Of the commands that listen. */
export const LISTEN_OPTIONS = {
  port: number('<number>', 'port to listen on, 0 for a free one', {
    min: 0,
    max: 65_535,
    hidden: true,
    default: 4010,
  }),
  host: text('<address>', 'address to listen on (default 127.0.0.1)'),
};

/** The file of the generated certificate; `true` for a temporary one. */
const https: Option<string | true | undefined> = {
  value: '[file]',
  about: 'serve HTTPS; write the generated certificate to the file',
  read: (typed) => (typeof typed === 'object' ? undefined : typed),
};

export const HTTPS_OPTIONS = {
  https,
  cert: text('<file>', 'serve HTTPS with this certificate (PEM)'),
  key: text('<file>', 'private key of that certificate (PEM)'),
};
