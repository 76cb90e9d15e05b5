/** Reads faults and fault rules from JSON and from merchant files. */
import schema from '../../../../merchants.schema.json' with { type: 'json' };
import { ConfigurationError } from '../../../engine/index.ts';
import { MOST_FAULTS } from '../../../engine/merchants/beyond-schema.ts';
import type { Schemas } from '../../../engine/merchants/merchants.gen.ts';
import {
  fault as isFault,
  faults as isList,
  faultRule as isRule,
} from '../../../engine/merchants/validators.gen.ts';
import type { ValidateFunction } from '../../../reading/ajv.ts';
import { keyPath } from '../../../reading/problem-text.ts';
import { isMapping, problemsOf } from '../../../reading/problems.ts';
import type { Fault, FaultCondition, FaultRule } from './fault.ts';

/** A rule of the mock, which can name a merchant. */
type RuleMapping = Schemas['faults'][number] & { readonly when?: Pick<FaultCondition, 'merchant'> };

/**
 * Reads a rule from a JSON value: `{ when: { amount: "13.37" }, then: { status: 503, "retry-after": 2 } }`.
 *
 * @param where names it in messages
 * @throws ConfigurationError with all problems, each with its place
 */
export function readFaultRule(json: unknown, where = 'the fault'): FaultRule {
  expectFit(isRule, json, where, isMapping(json) ? '' : where);

  return toRule(json as RuleMapping);
}

/** Reads a fault from a JSON value: `{ status: 503, "retry-after": 2 }`. @throws ConfigurationError */
export function readFault(json: unknown, where: string): Fault {
  expectFit(isFault, json, where, where);

  return toFault(json as Schemas['fault']);
}

/**
 * Reads the faults of a merchant from the value that the engine kept.
 *
 * @throws ConfigurationError
 */
export function readMerchantFaults(name: string, faults: unknown): readonly FaultRule[] {
  if (faults === undefined) return [];
  expectFit(isList, faults, `merchant ${name}`, `${keyPath('merchants', name)}.faults`);
  const rules = faults as Schemas['faults'];
  expectFewFaults(rules.length);

  return rules.map(toRule);
}

/** @throws ConfigurationError */
export function expectFewFaults(count: number): void {
  if (count <= MOST_FAULTS) return;
  throw new ConfigurationError('the list of faults', [
    `expected at most ${MOST_FAULTS} faults, got ${count}: remove those that are used up`,
  ]);
}

/** @throws ConfigurationError */
function expectFit(check: ValidateFunction, value: unknown, where: string, root: string): void {
  const problems = problemsOf(value, check, schema.$defs, { root });
  if (problems.length > 0) throw new ConfigurationError(where, problems);
}

function toRule({ when, then }: RuleMapping): FaultRule {
  // biome-ignore lint/suspicious/noThenProperty: its value is not a function, so that no code treats a rule as a promise
  return { ...(when === undefined ? {} : { when }), then: toFault(then) };
}

function toFault({ reset, hang, ...fault }: Schemas['fault']): Fault {
  return {
    ...fault,
    ...(reset === undefined ? {} : { reset: reset === true ? 'before' : reset }),
    ...(hang === undefined ? {} : { hang: hang === true ? 'before' : hang }),
  };
}
