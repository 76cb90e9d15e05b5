/** From --fault and --fault-seed to what the mock is told, and to what its user is told of that. */

import { type FaultRule, readFaultRule } from '../engine/index.ts';
import { readRuleText } from '../mock/faults/fault-text.ts';
import { maskText } from '../text/mask.ts';
import type { Given } from './command.ts';
import { listOf, numberOf } from './given.ts';

interface Options {
  readonly faults: readonly FaultRule[];
  readonly faultSeed?: number;
}

/** Seeds are 32-bit numbers. */
const SEEDS = { min: 0, max: 2 ** 31 - 1 };

/** @throws ConfigurationError, UsageError */
export function readFaults(given: Given): Options {
  const faultSeed = numberOf(given, 'faultSeed', SEEDS);
  const faults = listOf(given, 'fault').map((rule) => {
    const where = `--fault '${rule}'`;

    return readFaultRule(readRuleText(rule, where), where);
  });

  return { faults, ...(faultSeed === undefined ? {} : { faultSeed }) };
}

export function tellFaults(given: Given): readonly string[] {
  const rules = listOf(given, 'fault');

  return rules.length === 0
    ? []
    : [`going wrong on purpose: ${rules.map((rule) => `'${maskText(rule)}'`).join(', ')}`];
}
