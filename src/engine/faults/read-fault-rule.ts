/** Reads what is to go wrong, and with which calls: from a merchant file, or from JSON. */
import { ConfigurationError } from '../configuration-error.ts';
import { asMaps } from '../reading/as-maps.ts';
import { FileParameters } from '../reading/file-parameters.ts';
import type { Parameters } from '../reading/parameters.ts';
import { type Reader, textReader, wholeNumberReader, wordReader } from '../reading/readers.ts';
import { FAULT_KINDS, type Fault, type FaultCondition, type FaultRule } from './fault.ts';
import { amountReader, fieldValueReader, momentReader, probabilityReader, trueReader } from './readers.ts';

/** In milliseconds. */
const LONGEST = 600_000;

/** Document 4.1 and 4.2. */
const PATHS = ['/v1/ch', '/v1/ch/sale'] as const;

const CALLS = 1_000_000;

const FAULT_READERS: { readonly [K in keyof Required<Fault>]: Reader<Required<Fault>[K]> } = {
  latency: wholeNumberReader(0, LONGEST, 'How much later the answer comes, in milliseconds.'),
  jitter: wholeNumberReader(
    0,
    LONGEST,
    'By how much the latency is more or less, at random, in milliseconds.',
  ),
  status: wholeNumberReader(
    400,
    599,
    'The status of a refusal in place of the call, which is not carried out.',
  ),
  'retry-after': wholeNumberReader(0, 86_400, 'The header Retry-After of that refusal, in seconds.'),
  reset: momentReader('The connection is reset before any byte of an answer.'),
  hang: momentReader('No answer comes, for as long as the client waits.'),
  truncated: trueReader('The connection ends in the middle of the body.'),
  malformed: trueReader('The body is no JSON.'),
  empty: trueReader('The body is empty.'),
  'slow-body': wholeNumberReader(1, 1_000_000_000, 'How fast the body comes, in bytes per second.'),
};

const CONDITION_READERS = {
  path: wordReader(PATHS, 'The path that is called.'),
  merchant: textReader('one', 'The name of the merchant that calls.'),
  amount: amountReader,
  every: wholeNumberReader(1, CALLS, 'Only every Nth of these calls.'),
  probability: probabilityReader,
  times: wholeNumberReader(1, CALLS, 'Only so many times, the first ones.'),
};

/** @param whose a merchant's own rule need not name it */
export function askForFaultRule(rule: Parameters, whose: 'merchant' | 'anybody'): FaultRule {
  const when = rule.optionalMapping('when', 'Which calls: those that everything here fits; otherwise all.');

  return {
    ...(when === undefined ? {} : { when: askForCondition(when, whose) }),
    // biome-ignore lint/suspicious/noThenProperty: it is no function, so nobody takes a rule for a promise
    then: askForFault(rule.mapping('then', 'What goes wrong: one thing, and a latency beside it or alone.')),
  };
}

function askForCondition(when: Parameters, whose: 'merchant' | 'anybody'): FaultCondition {
  const { path, merchant, amount, every, probability, times } = CONDITION_READERS;

  return given<FaultCondition>({
    path: when.optional('path', path) || undefined,
    merchant: whose === 'anybody' ? when.optional('merchant', merchant) : undefined,
    amount: when.optional('amount', amount),
    body: when.optionalValues('body', 'Fields of the request; of a list one item counts.', fieldValueReader),
    every: when.optional('every', every),
    probability: when.optional(
      'probability',
      probability,
      'Only so large a part of these calls, at random, from 0 to 1.',
    ),
    times: when.optional('times', times),
  });
}

function askForFault(then: Parameters): Fault {
  const names = Object.keys(FAULT_READERS) as (keyof Fault)[];
  then.needsOneOf([...FAULT_KINDS, 'latency']);
  then.atMostOneOf(FAULT_KINDS);
  then.needsWith('jitter', 'latency');
  then.needsWith('retry-after', 'status');

  return given<Fault>(Object.fromEntries(names.map((name) => [name, then.optional(name, reader(name))])));
}

function reader(name: keyof Fault): Reader<unknown> {
  return FAULT_READERS[name];
}

/**
 * Reads a rule from a JSON value: `{ when: { amount: "13.37" }, then: { status: 503, "retry-after": 2 } }`.
 *
 * @param where names it in messages
 * @throws ConfigurationError with all problems, each with its place
 */
export function readFaultRule(json: unknown, where = 'the fault'): FaultRule {
  return readJson(json, where, '', (rule) => askForFaultRule(rule, 'anybody'));
}

/** Reads what goes wrong alone: `{ status: 503, "retry-after": 2 }`. @throws ConfigurationError */
export function readFault(json: unknown, where: string): Fault {
  return readJson(json, where, where, askForFault);
}

function readJson<T>(json: unknown, where: string, path: string, ask: (parameters: Parameters) => T): T {
  const problems: string[] = [];
  const value = asMaps(json);
  const parameters = new FileParameters(value instanceof Map ? path : where, value, (problem) =>
    problems.push(problem),
  );
  const whole = ask(parameters);
  parameters.rejectUnknownKeys();
  if (problems.length > 0) throw new ConfigurationError(where, problems);

  return whole;
}

/** Without the keys that nothing was said for. */
function given<T extends object>(values: Partial<{ readonly [K in keyof T]: T[K] | undefined }>): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
