/** Reads --fault and --fault-seed into options of the mock, and summarises them. */

import { readRuleText } from '../src/mock/behaviors/faults/fault-text.ts';
import type { MockOptions } from '../src/mock/index.ts';
import { maskText } from '../src/text/mask.ts';
import type { CommandInput } from './command.ts';
import { listOption, seedOption } from './parse-options.ts';

/** @throws ConfigurationError, UsageError */
export function readFaultOptions(input: CommandInput): Pick<MockOptions, 'faults' | 'faultSeed'> {
  const faultSeed = seedOption(input, 'faultSeed');
  const faults = listOption(input, 'fault').map((rule) => readRuleText(rule, `--fault '${rule}'`));

  return { faults, ...(faultSeed === undefined ? {} : { faultSeed }) };
}

/** Lines for the startup message. */
export function summariseFaults(input: CommandInput): readonly string[] {
  const rules = listOption(input, 'fault').map((rule) => `'${maskText(rule)}'`);

  return rules.length === 0 ? [] : [`injected faults: ${rules.join(', ')}`];
}
