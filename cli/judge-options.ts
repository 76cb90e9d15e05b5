/** The options that all judges share, for their help. */
import type { Command } from './command.ts';

export const EFFORTS = ['quick', 'standard', 'deep'] as const;
export const SIDES = ['client', 'service', 'both'] as const;

export const JUDGE_OPTIONS: Command['options'] = [
  ['--strict', 'count a should rule as a must'],
  ['--waivers <file>', 'accepted failures (YAML)'],
  ['--baseline <report>', 'JSON report whose failures do not count'],
  ['--report <kind...>', 'text, json, junit, sarif, html, markdown, github (=PATH)', 'report'],
  ['--sarif-location <file>', 'file for SARIF results (default deployment or project)'],
];

/** For the judges that send requests, or run a command. */
export const MUST_OPTION: Command['options'][number] = [
  '--must <glob...>',
  'count these should rules as a must',
  'any-rule-or-group',
];

/** For the judges of traffic. */
export const TRAFFIC_OPTIONS: Command['options'] = [
  ['--side <name>', 'side to judge: client, service or both (default)', SIDES],
  ['--pricing <file>', 'merchant file (YAML) whose fees must be exact'],
  ['--tolerate <number>', 'possible accidents of a rule to allow (default 0)'],
  ...JUDGE_OPTIONS,
];
