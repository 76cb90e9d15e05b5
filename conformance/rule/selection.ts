/** Selects rules by patterns of their ids. */
import { CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { MUST_RULES, OBSERVE_RULES, type RuleId, SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import { nearest } from '../../src/reading/nearest.ts';

/** All rules: must, then should, then observe. */
export const RULE_IDS: readonly RuleId[] = [...MUST_RULES, ...SHOULD_RULES, ...OBSERVE_RULES];

/** The names that patterns select from, and how messages refer to them. */
interface Names {
  readonly names: readonly string[];
  /** One of them, such as `a rule`. */
  readonly what: string;
  /** A sentence that says what lists them. */
  readonly list: string;
  /** Where the pattern is, for messages, such as `--only`. */
  readonly where?: string;
}

const LIST = 'The command tollgate rules lists them.';

/** All rules, those on clients included. */
export const ALL_NAMES: Names = { names: [...RULE_IDS, ...CLIENT_RULE_IDS], what: 'a rule', list: LIST };
const ON_SERVICES: Names = { names: RULE_IDS, what: 'a rule', list: LIST };
const ON_CLIENTS: Names = { names: CLIENT_RULE_IDS, what: 'a rule on clients', list: LIST };

/** A pattern matches none of the names. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
  readonly code = 'selection';
}

/**
 * Returns a predicate for rules that match any of the `only` patterns, if there are any, and none of the `skip`
 * patterns.
 *
 * @throws SelectionError where a pattern matches no rule
 */
export function selection(only: readonly string[], skip: readonly string[]): (id: RuleId) => boolean {
  return selectionFrom(ON_SERVICES, only, skip);
}

/**
 * Returns a predicate for rules that match any of the patterns of `--must`; undefined without patterns.
 *
 * @throws SelectionError where a pattern matches no rule on services, or on clients
 */
export function mustSelection(
  patterns: readonly string[],
  side: 'services' | 'clients',
): ((id: string) => boolean) | undefined {
  if (patterns.length === 0) return undefined;
  const all = side === 'clients' ? ON_CLIENTS : { ...ON_SERVICES, what: 'a rule on services' };
  const matchers = patterns.map((pattern) => createMatcher(pattern, { ...all, where: '--must' }));

  return (id) => matchers.some((matches) => matches(id));
}

/** Selects rules on clients in the same way. @throws SelectionError where a pattern matches no rule */
export function clientSelection(
  only: readonly string[],
  skip: readonly string[],
): (id: ClientRuleId) => boolean {
  return selectionFrom(ON_CLIENTS, only, skip);
}

function selectionFrom(
  all: Names,
  only: readonly string[],
  skip: readonly string[],
): (id: string) => boolean {
  const included = only.map((pattern) => createMatcher(pattern, { ...all, where: '--only' }));
  const excluded = skip.map((pattern) => createMatcher(pattern, { ...all, where: '--skip' }));

  return (id) =>
    (included.length === 0 || included.some((matches) => matches(id))) &&
    !excluded.some((matches) => matches(id));
}

/**
 * The name of a group, such as `nicn`, stands for `nicn/*`.
 *
 * @throws SelectionError where the pattern matches none of the names
 */
export function createMatcher(pattern: string, all: Names): (name: string) => boolean {
  const expected = `${all.where === undefined ? '' : `${all.where}: `}expected a pattern that selects ${all.what}`;
  if (pattern === '') throw new SelectionError(`${expected}, got an empty text: is a variable not set?`);
  if (pattern.length > LONGEST_PATTERN)
    throw new SelectionError(
      `${expected}, of at most ${LONGEST_PATTERN} characters, got ${pattern.length} characters`,
    );
  const matches = (name: string) => matchesPattern(name, pattern);
  if (all.names.some((name) => matches(name))) return matches;
  if (pattern.includes(',')) {
    const option = all.where === undefined ? '' : `${all.where} `;
    const each = pattern.split(',').map((one) => `${option}${one.trim()}`);
    throw new SelectionError(`${expected}, got ${pattern}. Give each by itself: ${each.join(' ')}`);
  }
  const meant =
    correctGroup(pattern, all.names) ?? complete(pattern, all.names) ?? nearest(pattern, all.names);
  throw new SelectionError(`${expected}, got ${pattern}. ${suggest(meant, all)}`);
}

/** A sentence with the shortest rule id that begins with the given value, else the most similar one. */
export function suggestRule(id: unknown): string {
  const { names } = ALL_NAMES;
  const begun = typeof id === 'string' && id.includes('/') ? names.filter((name) => name.startsWith(id)) : [];
  const [shortest] = begun.toSorted((one, other) => one.length - other.length);

  const containing = typeof id === 'string' ? complete(id, names) : undefined;

  return suggest(shortest ?? nearest(id, names) ?? containing, ALL_NAMES);
}

/** In characters; the longest id has half of them. */
const LONGEST_PATTERN = 200;

/** Whether a name, or its group, fits a pattern, in which `*` stands for any characters but a slash. */
export function matchesPattern(name: string, pattern: string): boolean {
  const glob = pattern.replaceAll(/[^\w*/-]/g, '\\$&').replaceAll(/\*+/g, '[^/]*');

  return new RegExp(`^${glob}${pattern.includes('/') ? '' : '(?:/.*)?'}$`, 's').test(name);
}

/** The pattern with the most similar group: `identity/*` for `identiy/*`, which is similar to no rule id. */
function correctGroup(pattern: string, names: readonly string[]): string | undefined {
  const groups = new Set(names.flatMap((name) => /^.*(?=\/)/.exec(name) ?? []));
  const [typed = '', rest = ''] = pattern.split(/(?=\/)/);
  const group = nearest(typed, [...groups]);
  if (group === undefined || group === typed) return undefined;
  const corrected = group + rest;

  return names.some((name) => matchesPattern(name, corrected)) ? corrected : undefined;
}

/** The one id that begins with the pattern, or `nicn/refuse*` for `nicn/refuse` where several do; else those that contain it. */
function complete(pattern: string, names: readonly string[]): string | undefined {
  const [first, ...others] = names.filter((name) => name.startsWith(pattern));
  if (first !== undefined) return others.length === 0 ? first : `${pattern}*`;
  const containing = names.filter((name) => name.includes(pattern));

  return containing.length > 3 || pattern.length < 3 ? undefined : containing.join(' or ') || undefined;
}

/** The rules whose id is this name after the slash, such as `sells-once`. */
export function rulesNamed(name: string): readonly string[] {
  return ALL_NAMES.names.filter((id) => id.endsWith(`/${name}`));
}

function suggest(meant: string | undefined, { list }: Names): string {
  return meant === undefined ? list : `Did you mean ${meant}?`;
}
