/** Reads faults and fault rules from JSON and from merchant files. */
import schema from '../../../../merchants.schema.json' with { type: 'json' };
import { ConfigurationError } from '../../../engine/index.ts';
import { MOST_FAULTS } from '../../../engine/merchants/beyond-schema.ts';
import { keyPath } from '../../../reading/problem-text.ts';
import { isMapping, problemsOf } from '../../../reading/problems.ts';
import { createValidators } from '../../../reading/schema-check.ts';
import { FAULTS, type Fault, type FaultMember, type FaultRule } from './fault.ts';
import { conditionSchema } from './fault-schema.ts';

const { items } = schema.$defs.faults;
/** A rule of the mock can also name a merchant. */
const faultRule = { ...items, properties: { ...items.properties, when: conditionSchema() } };
const validatorOf = createValidators({ ...schema.$defs, faultRule });

/**
 * Reads a rule from a JSON value: `{ when: { amount: "13.37" }, then: { status: 503, "retry-after": 2 } }`.
 *
 * @param where names it in messages
 * @throws ConfigurationError with all problems, each with its place
 */
export function readFaultRule(json: unknown, where = 'the fault'): FaultRule {
  expectFit('faultRule', json, where, isMapping(json) ? '' : where);

  return toRule(json as FaultRule);
}

/** Reads a fault from a JSON value: `{ status: 503, "retry-after": 2 }`. @throws ConfigurationError */
export function readFault(json: unknown, where: string): Fault {
  expectFit('fault', json, where, where);

  return toFault(json as Fault);
}

/**
 * Reads the faults of a merchant from the value that the engine kept.
 *
 * @throws ConfigurationError
 */
export function readMerchantFaults(name: string, faults: unknown): readonly FaultRule[] {
  if (faults === undefined) return [];
  expectFit('faults', faults, `merchant ${name}`, `${keyPath('merchants', name)}.faults`);
  const rules = faults as readonly FaultRule[];
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
function expectFit(part: string, value: unknown, where: string, root: string): void {
  const problems = problemsOf(value, validatorOf(part), schema.$defs, { root });
  if (problems.length > 0) throw new ConfigurationError(where, problems);
}

function toRule({ then, ...when }: FaultRule): FaultRule {
  // biome-ignore lint/suspicious/noThenProperty: its value is not a function, so that no code treats a rule as a promise
  return { ...when, then: toFault(then) };
}

/** Where a value has other names for true, such as `before`, the first of them. */
function toFault(fault: Fault): Fault {
  const members = new Map(Object.entries<FaultMember<unknown>>(FAULTS));

  return Object.fromEntries(
    Object.entries(fault).map(([name, value]) => [
      name,
      value === true ? (members.get(name)?.value.enum?.[1] ?? value) : value,
    ]),
  );
}
