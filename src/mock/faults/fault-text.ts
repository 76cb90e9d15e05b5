/** How faults are written in a header and on a command line: `latency=500;jitter=200, status=503;retry-after=2`. */
import { ConfigurationError, type Fault } from '../../engine/index.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * A name, and after = a value: in double quotes, or without separators. Between two entries a comma or a semicolon.
 * Spaces fit one place only, so that a text that does not match is refused in linear time.
 */
const ENTRY = /\s*([\w.-]+)\s*(?:(=)(?:\s*"([^"]*)"|\s*([^\s",;:=]+))?\s*)?([,;:]|$)/y;

/** In characters; the longest text with every condition and a few fields has some 500. */
const LONGEST_TEXT = 4096;

/** A number is meant only where these are not named. */
const TEXTS: readonly string[] = ['path', 'merchant', 'amount'];

const GRAMMAR = 'NAME or NAME=VALUE, with commas or semicolons in between';

/**
 * What is written after a fault's own grammar as the JSON of a fault. A status alone says `status=`.
 *
 * @param where names the text in messages
 * @throws ConfigurationError
 */
export function readFaultText(text: string, where: string): Values {
  const [faults, more] = split(text, where);
  if (more !== undefined) throw unlike(where, `${GRAMMAR}, and no colon`, text);

  return faultOf(faults);
}

/**
 * The same with conditions before a colon, as the JSON of a rule: `amount=13.37, times=3: status=503`.
 *
 * @throws ConfigurationError
 */
export function readRuleText(text: string, where: string): Values {
  const [first, second] = split(text, where);
  if (second === undefined) return ruleOf(undefined, faultOf(first));

  return ruleOf(conditionOf(first), faultOf(second));
}

/** @returns the text of a fault, such as `latency=500;jitter=200, status=503;retry-after=2` */
export function showFault(fault: Fault): string {
  const { latency, jitter, 'retry-after': retryAfter, ...kind } = fault;
  const shown = (name: string, value: unknown) => (value === true ? name : `${name}=${value}`);
  const late = latency === undefined ? [] : [shown('latency', latency)];
  const kinds = Object.entries(kind).map(([name, value]) => shown(name, value));

  return [
    [...late, ...(jitter === undefined ? [] : [shown('jitter', jitter)])].join(';'),
    [...kinds, ...(retryAfter === undefined ? [] : [shown('retry-after', retryAfter)])].join(';'),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

type Entry = readonly [name: string, value: string | true];

/** The entries before a colon and those after it. */
function split(text: string, where: string): readonly [readonly Entry[], (readonly Entry[])?] {
  if (text.length > LONGEST_TEXT) {
    const got = `${where}: expected at most ${LONGEST_TEXT} characters, got ${text.length}`;
    throw new ConfigurationError(where, [got]);
  }
  const parts: [Entry[], Entry[]?] = [[]];
  let at = 0;
  do {
    ENTRY.lastIndex = at;
    const match = ENTRY.exec(text);
    if (match === null) throw unlike(where, GRAMMAR, text.slice(at));
    const [whole, name = '', equals, quoted, plain, end] = match;
    const part = parts.at(-1) ?? [];
    if (part.some(([other]) => other === name)) throw unlike(where, `${name} once`, text.slice(at));
    part.push([name, quoted ?? plain ?? (equals === undefined ? true : '')]);
    if (end === ':' && parts.push([]) > 2)
      throw unlike(where, 'one colon, after the conditions', text.slice(at));
    at += whole.length;
    // Nothing may be missing after what separates.
    if (end === '') return parts;
  } while (at <= text.length);

  return parts;
}

function faultOf(entries: readonly Entry[]): Values {
  return Object.fromEntries(
    entries.map(([name, value]) =>
      value === true && /^\d{3}$/.test(name) ? ['status', Number(name)] : [name, meant(name, value)],
    ),
  );
}

function conditionOf(entries: readonly Entry[]): Values {
  const isField = ([name]: Entry) => name.startsWith('body.');
  const fields = entries.filter(isField).map(([name, value]) => [name.slice('body.'.length), value]);
  const others = entries
    .filter((entry) => !isField(entry))
    .map(([name, value]) => [name, meant(name, value)]);

  return {
    ...Object.fromEntries(others),
    ...(fields.length === 0 ? {} : { body: Object.fromEntries(fields) }),
  };
}

function ruleOf(when: Values | undefined, fault: Values): Values {
  return Object.fromEntries([...(when === undefined ? [] : [['when', when]]), ['then', fault]]);
}

function meant(name: string, value: string | true): unknown {
  return value !== true && !TEXTS.includes(name) && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

const LONGEST = 60;

function unlike(where: string, expected: string, got: string): ConfigurationError {
  const shown = got.trim() === '' ? 'nothing' : JSON.stringify(got.slice(0, LONGEST).trim());

  return new ConfigurationError(where, [`${where}: expected ${expected}, got ${shown}`]);
}
