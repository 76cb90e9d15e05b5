/** The text form of faults and rules, for headers and command lines: `latency=500;jitter=200, status=503;retry-after=2`. */
import { ConfigurationError } from '../../../engine/index.ts';
import { CONDITIONS, FAULTS, type Fault, type FaultMember, type FaultRule, type Member } from './fault.ts';
import { readFault, readFaultRule } from './read-fault.ts';

/** JSON that is not checked yet. */
type Values = Readonly<Record<string, unknown>>;

/** True stands for a name without a value. */
type Entry = readonly [name: string, value: string | true];

/**
 * A name, and after = a value: in double quotes, or without separators. A comma or a semicolon separates entries. Each
 * space can match in one place only, so that a text that does not match is refused in linear time.
 */
const ENTRY = /\s*([\w.-]+)\s*(?:(=)(?:\s*"([^"]*)"|\s*([^\s",;:=]+))?\s*)?([,;:]|$)/y;

/** In characters; a text with all conditions and a few fields has about 500. */
const LONGEST_TEXT = 4096;

/** In characters, of a text that a message repeats. */
const LONGEST_SHOWN = 60;

/** The members whose values are numbers; those of others are strings, even where they look like numbers. */
const NUMBERS = Object.entries<Member<unknown>>({ ...FAULTS, ...CONDITIONS })
  .filter(([, { value }]) => value.type === 'integer' || value.type === 'number')
  .map(([name]) => name);

const GRAMMAR = 'NAME or NAME=VALUE, with commas or semicolons in between';

/**
 * Reads a fault, such as `latency=500, status=503;retry-after=2`. A status alone stands for `status=`.
 *
 * @param where names the text in messages
 * @throws ConfigurationError
 */
export function readFaultText(text: string, where: string): Fault {
  const [fault, afterColon] = readEntries(text, where);
  if (afterColon !== undefined) throw unexpected(where, `${GRAMMAR}, and no colon`, text);

  return readFault(faultOf(fault), where);
}

/**
 * Reads a fault with conditions before a colon, such as `amount=13.37, times=3: status=503`.
 *
 * @throws ConfigurationError
 */
export function readRuleText(text: string, where: string): FaultRule {
  const [first, second] = readEntries(text, where);
  const [conditions, fault] = second === undefined ? [undefined, first] : [first, second];
  const when = conditions === undefined ? [] : [['when', conditionOf(conditions)]];

  return readFaultRule(Object.fromEntries([...when, ['then', faultOf(fault)]]), where);
}

/** The text of a fault, which `readFaultText` reads. */
export function showFault(fault: Fault): string {
  const values = new Map<string, unknown>(Object.entries(fault));

  return Object.entries<FaultMember<unknown>>(FAULTS)
    .filter(([name]) => values.has(name))
    .map(([name, { beside = 'any' }], at) => {
      const separator = beside === 'any' ? ', ' : ';';

      return `${at === 0 ? '' : separator}${showEntry([name, values.get(name)])}`;
    })
    .join('');
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
function readEntries(text: string, where: string): readonly [readonly Entry[], (readonly Entry[])?] {
  if (text.length > LONGEST_TEXT) {
    const problem = `${where}: expected at most ${LONGEST_TEXT} characters, got ${text.length}`;
    throw new ConfigurationError(where, [problem]);
  }
  const parts: [Entry[], Entry[]?] = [[]];
  let at = 0;
  do {
    ENTRY.lastIndex = at;
    const match = ENTRY.exec(text);
    if (match === null) throw unexpected(where, GRAMMAR, text.slice(at));
    const [whole, name = '', equals, quoted, plain, end] = match;
    const part = parts.at(-1) ?? [];
    if (part.some(([other]) => other === name)) throw unexpected(where, `${name} once`, text.slice(at));
    part.push([name, quoted ?? plain ?? (equals === undefined ? true : '')]);
    if (end === ':' && parts.push([]) > 2)
      throw unexpected(where, 'one colon, after the conditions', text.slice(at));
    at += whole.length;
    // After a separator another entry is required.
    if (end === '') return parts;
  } while (at <= text.length);

  return parts;
}

function faultOf(entries: readonly Entry[]): Values {
  return Object.fromEntries(
    entries.map(([name, value]) =>
      value === true && /^\d{3}$/.test(name) ? ['status', Number(name)] : [name, toValue(name, value)],
    ),
  );
}

function conditionOf(entries: readonly Entry[]): Values {
  const isField = ([name]: Entry) => name.startsWith('body.');
  const fields = entries.filter(isField).map(([name, value]) => [name.slice('body.'.length), value]);
  const others = entries
    .filter((entry) => !isField(entry))
    .map(([name, value]) => [name, toValue(name, value)]);

  return {
    ...Object.fromEntries(others),
    ...(fields.length === 0 ? {} : { body: Object.fromEntries(fields) }),
  };
}

function toValue(name: string, value: string | true): unknown {
  return value !== true && NUMBERS.includes(name) && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

function unexpected(where: string, expected: string, got: string): ConfigurationError {
  const shown = got.trim() === '' ? 'nothing' : JSON.stringify(got.slice(0, LONGEST_SHOWN).trim());

  return new ConfigurationError(where, [`${where}: expected ${expected}, got ${shown}`]);
}
