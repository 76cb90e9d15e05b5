/** The options that all judges share, for their help. */
import { PROFILES } from '../conformance/profiles/released.ts';
import { flag, list, number, oneOf, text } from './options.ts';

export const EFFORTS = ['quick', 'standard', 'deep'] as const;

/** For the judges whose verdict may be about a profile. */
export const PROFILE = text('<name>', 'released list of rules that count, such as 2026-11', PROFILES);

export const JUDGE_OPTIONS = {
  strict: flag('count a should rule as a must'),
  waivers: text('<file>', 'accepted failures (YAML)'),
  baseline: text('<report>', 'JSON report whose failures do not count'),
  report: list('<kind>', 'text, json, junit, sarif, html, markdown, github (=PATH)', 'report'),
  sarifLocation: text('<file>', 'file for SARIF results (default deployment or project)'),
};

/** For the judges that plan what is judged. */
export const RECORD = text('<file>', 'write a HAR file to verify the report with');
export const SIGN = text('<key>', 'sign report and recording (PEM: Ed25519, ES256)');

export const WATCH = flag('run again when a file changes');

/** For the judges that send requests, or run a command. */
export const MUST = list('<glob>', 'count these should rules as a must', 'any-rule-or-group');

/** For the judges of traffic. */
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
