/** Reads --fault and --fault-seed into options of the mock, and summarises them. */

import { readRuleText } from '../mock/behaviors/faults/fault-text.ts';
import type { MockOptions } from '../mock/index.ts';
import { maskText } from '../text/mask.ts';
import type { Given } from './command.ts';
import { listOf, numberOf } from './given.ts';

/** Seeds are 32-bit numbers. */
const SEEDS = { min: 0, max: 2 ** 31 - 1 };

/** @throws ConfigurationError, UsageError */
export function readFaultOptions(given: Given): Pick<MockOptions, 'faults' | 'faultSeed'> {
  const faultSeed = numberOf(given, 'faultSeed', SEEDS);
  const faults = listOf(given, 'fault').map((rule) => readRuleText(rule, `--fault '${rule}'`));

  return { faults, ...(faultSeed === undefined ? {} : { faultSeed }) };
}

/** Lines for the welcome of the mock. */
export function summariseFaults(given: Given): readonly string[] {
  const rules = listOf(given, 'fault').map((rule) => `'${maskText(rule)}'`);

  return rules.length === 0 ? [] : [`injected faults: ${rules.join(', ')}`];
}
