/** Reads faults and their rules from JSON, merchant files and texts such as `latency=500, status=503;retry-after=2`, and writes the texts. */
import schema from '../../../../merchants.schema.json' with { type: 'json' };
import { ConfigurationError } from '../../../engine/index.ts';
import { MOST_FAULTS } from '../../../engine/merchants/beyond-schema.ts';
import { keyPath } from '../../../reading/problem-text.ts';
import { problemsOf } from '../../../reading/problems.ts';
import { compileParts } from '../../../reading/schema-check.ts';
import { isJsonObject } from '../../../text/json-object.ts';
import { CONDITIONS, conditionSchema, FAULTS, type Fault, type FaultRule, type Member } from './fault.ts';

const { items } = schema.$defs.faults;
/** A rule of the mock can also name a merchant. */
const faultRule = { ...items, properties: { ...items.properties, when: conditionSchema() } };
const validatorOf = compileParts({ ...schema.$defs, faultRule });

/**
 * Reads a rule from a JSON value: `{ when: { amount: "13.37" }, then: { status: 503, "retry-after": 2 } }`.
 *
 * @param where names it in messages
 * @throws ConfigurationError with all problems, each with its place
 */
export function readFaultRule(json: unknown, where = 'the fault'): FaultRule {
  return toRule(fitting<FaultRule>('faultRule', json, where, isJsonObject(json) ? '' : where));
}

/**
 * Reads the faults of a merchant from the value that the engine kept.
 *
 * @throws ConfigurationError
 */
export function readMerchantFaults(name: string, faults: unknown): readonly FaultRule[] {
  if (faults === undefined) return [];
  const place = `${keyPath('merchants', name)}.faults`;
  const rules = fitting<readonly FaultRule[]>('faults', faults, `merchant ${name}`, place);
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

/**
 * The value, which fits this part of the schema.
 *
 * @param phrase changes how a problem reads
 * @throws ConfigurationError
 */
function fitting<T>(
  part: string,
  value: unknown,
  where: string,
  root: string,
  phrase = (problem: string) => problem,
): T {
  const problems = problemsOf(value, validatorOf(part), schema.$defs, { root }).map(phrase);
  if (problems.length > 0) throw new ConfigurationError(where, problems);

  return value as T;
}

function toRule({ then, ...when }: FaultRule): FaultRule {
  // biome-ignore lint/suspicious/noThenProperty: its value is not a function, so that no code treats a rule as a promise
  return { ...when, then: toFault(then) };
}

/** Where a value has other names for true, such as `before`, the first of them. */
function toFault(fault: Fault): Fault {
  return Object.fromEntries(
    Object.entries(fault).map(([name, value]) => [
      name,
      value === true ? (FAULTS[name]?.value.enum?.[1] ?? true) : value,
    ]),
  );
}

/** True stands for a name without a value. */
type NamedValue = readonly [name: string, value: string | true];

/**
 * A name, and after = a value: in double quotes, or words without separators. A comma or a semicolon separates entries.
 * Each space can match in one place only, so that a text that does not match is refused in linear time.
 */
const ENTRY = /\s*([\w.-]+)\s*(?:(=)(?:\s*"([^"]*)"|\s*([^\s",;:=]+(?:\s+[^\s",;:=]+)*))?\s*)?([,;:]|$)/gy;

/** In characters; a text with all conditions and a few fields has about 500. */
const LONGEST_TEXT = 4096;

/** In characters, of a text that a message repeats. */
const LONGEST_SHOWN = 60;

/** The members whose values are numbers; those of others are strings, even where they look like numbers. */
const NUMBERS = Object.entries<Member<unknown>>({ ...FAULTS, ...CONDITIONS })
  .filter(([, { value }]) => value.type === 'integer' || value.type === 'number')
  .map(([name]) => name);

const GRAMMAR = 'NAME or NAME=VALUE, with commas or semicolons in between';
const QUOTES = ', and a value with one of , ; : = in double quotes';

/**
 * Reads a fault, such as `latency=500, status=503;retry-after=2`. A status alone stands for `status=`.
 *
 * @param where names the text in messages
 * @throws ConfigurationError
 */
export function readFaultText(text: string, where: string): Fault {
  const [fault = [], afterColon] = readEntries(text, where);
  if (afterColon !== undefined) throw unexpected(where, `${GRAMMAR}, and no colon`, text);

  return toFault(fitting('fault', faultOf(fault), where, where));
}

/**
 * Reads a fault with conditions before a colon, such as `amount=13.37, times=3: status=503`.
 *
 * @param where names the text in messages
 * @param place begins each problem of a name or a value
 * @throws ConfigurationError
 */
export function readRuleText(text: string, where: string, place = where): FaultRule {
  const parts = readEntries(text, where);
  const [conditions = [], fault = []] = parts.length === 1 ? [[], ...parts] : parts;
  const when = conditions.length === 0 ? [] : [['when', conditionOf(conditions)]];
  const json = Object.fromEntries([...when, ['then', faultOf(fault)]]);
  // A text has no `when` and `then`, only the names in them.
  const phrase = (problem: string) =>
    problem.replace(/^(?:when|then)\b(\.?)/, (_, dot) => (dot === '' ? place : `${place}: `));

  return toRule(fitting<FaultRule>('faultRule', json, where, '', phrase));
}

/** The text of a fault, which `readFaultText` reads. */
export function showFault(fault: Fault): string {
  const values: Readonly<Record<string, unknown>> = fault;
  const shown = Object.entries(FAULTS)
    .filter(([name]) => name in values)
    .map(
      ([name, { beside = 'any' }]) => `${beside === 'any' ? ', ' : ';'}${showEntry([name, values[name]])}`,
    );

  return shown.join('').replace(/^(?:, |;)/, '');
}

/** The text of a rule, which `readRuleText` reads, such as `times=1, body.authCode=000000: status=503;retry-after=2`. */
export function showRule({ when = {}, then }: FaultRule): string {
  const { body = {}, ...others } = when;
  const fields = Object.entries(body).map(([name, value]) => [`body.${name}`, value] as const);
  const conditions = [...Object.entries(others), ...fields].map(showEntry).join(', ');

  return conditions === '' ? showFault(then) : `${conditions}: ${showFault(then)}`;
}

function showEntry([name, value]: readonly [string, unknown]): string {
  // A name alone stands for true and for before.
  if (value === true || (value === 'before' && name in FAULTS)) return name;
  const text = String(value);

  return /[\s",;:=]/.test(text) ? `${name}="${text}"` : `${name}=${text}`;
}

/** The entries before a colon, and those after it. */
function readEntries(text: string, where: string): readonly (readonly NamedValue[])[] {
  if (text.length > LONGEST_TEXT) {
    const problem = `${where}: expected at most ${LONGEST_TEXT} characters, got ${text.length}`;
    throw new ConfigurationError(where, [problem]);
  }
  const parts: NamedValue[][] = [[]];
  let at = 0;
  let end = ',';
  for (const [whole, name = '', equals, quoted, plain, separator = ''] of text.matchAll(ENTRY)) {
    const part = parts.at(-1) ?? [];
    if (part.some(([other]) => other === name)) throw unexpected(where, `${name} once`, text.slice(at));
    part.push([name, quoted ?? plain ?? (equals === undefined ? true : '')]);
    if (separator === ':' && parts.push([]) > 2)
      throw unexpected(where, 'one colon, after the conditions', text.slice(at));
    at += whole.length;
    end = separator;
  }
  // After a separator another entry is required.
  if (end !== '' || at < text.length) throw unexpected(where, GRAMMAR + QUOTES, text.slice(at));

  return parts;
}

/** JSON that is not checked yet. A status alone stands for `status=`. */
function faultOf(entries: readonly NamedValue[]): object {
  return Object.fromEntries(
    entries.map(([name, value]) =>
      value === true && /^\d{3}$/.test(name) ? ['status', Number(name)] : toJson([name, value]),
    ),
  );
}

function conditionOf(entries: readonly NamedValue[]): object {
  const isField = ([name]: NamedValue) => name.startsWith('body.');
  const fields = entries.filter(isField).map(([name, value]) => [name.slice('body.'.length), value]);
  const others = entries.filter((entry) => !isField(entry)).map(toJson);

  return { ...Object.fromEntries(others), ...(fields.length > 0 && { body: Object.fromEntries(fields) }) };
}

function toJson([name, value]: NamedValue): readonly [string, unknown] {
  const isNumber = value !== true && NUMBERS.includes(name) && /^\d+(?:\.\d+)?$/.test(value);

  return [name, isNumber ? Number(value) : value];
}

function unexpected(where: string, expected: string, got: string): ConfigurationError {
  const shown = got.trim() === '' ? 'nothing' : JSON.stringify(got.slice(0, LONGEST_SHOWN).trim());

  return new ConfigurationError(where, [`${where}: expected ${expected}, got ${shown}`]);
}
