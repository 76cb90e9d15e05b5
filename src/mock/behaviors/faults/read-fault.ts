/** Reads faults and fault rules from JSON and from merchant files. */
import { ConfigurationError } from '../../../engine/index.ts';
import { asMaps, FileParameters } from '../../../engine/reading/file-parameters.ts';
import type { Parameters } from '../../../engine/reading/parameters.ts';
import { keyPath } from '../../../engine/reading/problem-text.ts';
import type { Reader } from '../../../engine/reading/readers.ts';
import { CONDITION_MEMBERS, FAULT_KINDS, type Fault, type FaultCondition, type FaultRule } from './fault.ts';
import { CONDITION_READERS, FAULT_READERS, fieldReader } from './fault-readers.ts';

/**
 * Reads a rule from a JSON value: `{ when: { amount: "13.37" }, then: { status: 503, "retry-after": 2 } }`.
 *
 * @param where names it in messages
 * @throws ConfigurationError with all problems, each with its place
 */
export function readFaultRule(json: unknown, where = 'the fault'): FaultRule {
  return readJson(json, where, '', (rule) => readRule(rule, 'of the mock'));
}

/** Reads a fault from a JSON value: `{ status: 503, "retry-after": 2 }`. @throws ConfigurationError */
export function readFault(json: unknown, where: string): Fault {
  return readJson(json, where, where, readEffect);
}

/** The key `faults` of a merchant in a merchant file. */
export function readMerchantFaults(merchant: Parameters): { readonly faults: readonly FaultRule[] } {
  const faults = merchant.optionalList(
    'faults',
    'Faults of the calls of this merchant, for a mock; the first rule that matches a call applies.',
    (rule) => readRule(rule, 'of a merchant'),
  );
  expectFewFaults(faults.length);

  return { faults };
}

/** Each call is compared with all of them. */
const MOST_FAULTS = 1000;

/** @throws ConfigurationError */
export function expectFewFaults(count: number): void {
  if (count <= MOST_FAULTS) return;
  throw new ConfigurationError('the list of faults', [
    `expected at most ${MOST_FAULTS} faults, got ${count}: remove those that are used up`,
  ]);
}

/**
 * The key `faults` of a merchant that the engine parsed.
 *
 * @param faults the value that the engine kept
 * @throws ConfigurationError
 */
export function readKeptFaults(name: string, faults: unknown): ReturnType<typeof readMerchantFaults> {
  const merchant = new Map([['faults', faults]]);

  return readMaps(merchant, `merchant ${name}`, keyPath('merchants', name), readMerchantFaults);
}

function readJson<T>(json: unknown, where: string, path: string, readFrom: (from: Parameters) => T): T {
  const value = asMaps(json);

  return readMaps(value, where, value instanceof Map ? path : where, readFrom);
}

/** @param value as YAML or `asMaps` gives it */
function readMaps<T>(value: unknown, where: string, path: string, readFrom: (from: Parameters) => T): T {
  const problems: string[] = [];
  const parameters = new FileParameters(path, value, (problem) => problems.push(problem));
  const whole = readFrom(parameters);
  parameters.rejectUnknownKeys();
  if (problems.length > 0) throw new ConfigurationError(where, problems);

  return whole;
}

type Owner = 'of the mock' | 'of a merchant';

function readRule(rule: Parameters, owner: Owner): FaultRule {
  const when = rule.optionalMapping(
    'when',
    'The calls that meet all of these conditions; all calls by default.',
  );

  return {
    ...(when === undefined ? {} : { when: readCondition(when, owner) }),
    // biome-ignore lint/suspicious/noThenProperty: its value is not a function, so that no code treats a rule as a promise
    then: readEffect(rule.mapping('then', 'The fault of those calls: one kind, a latency, or both.')),
  };
}

function readCondition(when: Parameters, owner: Owner): FaultCondition {
  const { path, merchant, amount, every, probability, times } = CONDITION_READERS;

  return withoutUndefined<FaultCondition>({
    path: when.optional('path', path) || undefined,
    merchant: owner === 'of the mock' ? when.optional('merchant', merchant) : undefined,
    amount: when.optional('amount', amount),
    body: when.optionalValues('body', CONDITION_MEMBERS.body.about, fieldReader),
    every: when.optional('every', every),
    probability: when.optional('probability', probability),
    times: when.optional('times', times),
  });
}

function readEffect(then: Parameters): Fault {
  then.needsOneOf([...FAULT_KINDS, 'latency']);
  then.atMostOneOf(FAULT_KINDS);
  then.needsWith('jitter', 'latency');
  then.needsWith('retry-after', 'status');
  const readers: Readonly<Record<string, Reader<unknown>>> = FAULT_READERS;
  const values = Object.entries(readers).map(([name, reader]) => [name, then.optional(name, reader)]);

  return withoutUndefined<Fault>(Object.fromEntries(values));
}

function withoutUndefined<T extends object>(
  values: Partial<{ readonly [K in keyof T]: T[K] | undefined }>,
): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
