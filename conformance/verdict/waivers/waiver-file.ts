/** Reads a waiver file: a YAML list of failures that do not count, each with a reason and a last day. */
import { readFileSync } from 'node:fs';
import { type AnyRuleId, CLIENT_RULE_IDS } from '../../../src/contract/client-rule-ids.ts';
import { OBSERVE_RULES } from '../../../src/contract/rule-ids.ts';
import { ConfigurationError } from '../../../src/engine/configuration-error.ts';
import { type Day, readDay } from '../../../src/engine/day.ts';
import { locateIn, readYaml } from '../../../src/engine/reading/yaml.ts';
import { RULE_IDS, suggestRule } from '../../rule/selection.ts';

export interface Waiver {
  readonly rule: AnyRuleId;
  /**
   * The shape of the failure, as reports print it. A waiver without one, from an older file, counts only while the rule
   * fails in a single shape.
   */
  readonly shape?: string;
  /** Why the failure does not count; printed in reports. */
  readonly reason: string;
  /** The last day on which it counts, in UTC. */
  readonly until: Day;
  /** With `sometimes`, the waiver stays valid while the rule passes; `always` by default. */
  readonly fails: (typeof FAILS)[number];
}

const FAILS = ['always', 'sometimes'] as const;

/** A waiver file or baseline is not valid: one line for each problem with place, expected and received value. */
export class WaiverError extends Error {
  override readonly name = 'AgreementError';
  readonly code = 'agreement';
}

/** @throws WaiverError with all problems of the file */
export function readWaiverFile(path: string): readonly Waiver[] {
  return readWaivers(readTextFile(path), path);
}

/** @throws WaiverError */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new WaiverError(`${path} cannot be read (${code})`);
  }
}

/**
 * Reads a list of waivers, or a mapping with the list under `waivers`. An empty text has none.
 *
 * @throws WaiverError with all problems of the text
 */
export function readWaivers(text: string, where: string): readonly Waiver[] {
  const { entries, path } = findList(parse(text, where), where);
  const locate = locateIn(text);
  const placeOf = (index: number, key?: string) => {
    const place = locate([path, index, key ?? ''].filter((part) => part !== ''));

    return `${where}${place}: ${path}[${index}]${key === undefined ? '' : `.${key}`}`;
  };
  const read = entries.map((entry, index) => readEntry(entry, (key) => placeOf(index, key)));
  const problems = [
    ...read.flatMap((result) => result.problems),
    ...findRepeats(
      read.map(({ waivers }) => waivers),
      placeOf,
    ),
  ];
  if (problems.length > 0) throw new WaiverError(problems.join('\n'));

  return read.flatMap(({ waivers }) => waivers);
}

function parse(text: string, where: string): unknown {
  try {
    return readYaml(text, where);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new WaiverError(error.message);
    throw error;
  }
}

function findList(value: unknown, where: string) {
  if (value === null) return { entries: [], path: '' };
  if (Array.isArray(value)) return { entries: value, path: '' };
  const list: unknown = value instanceof Map && value.size === 1 ? value.get('waivers') : undefined;
  if (Array.isArray(list)) return { entries: list, path: 'waivers' };
  throw new WaiverError(
    `${where}: expected a list of waivers, or a mapping with one under waivers, got ${describe(value)}`,
  );
}

interface Entry {
  /** One for each shape of the entry. */
  readonly waivers: readonly Waiver[];
  readonly problems: readonly string[];
}

const WAIVABLE: readonly AnyRuleId[] = [...RULE_IDS, ...CLIENT_RULE_IDS].filter(
  (id) => !OBSERVE_RULES.some((observed) => observed === id),
);

const KEYS = ['rule', 'shape', 'reason', 'until', 'fails'];

/** @param placeOf the place of the entry, or of one of its keys */
function readEntry(entry: unknown, placeOf: (key?: string) => string): Entry {
  if (!(entry instanceof Map)) {
    const problem = `expected a mapping with rule, shape, reason and until, got ${describe(entry)}`;

    return { waivers: [], problems: [`${placeOf()}: ${problem}`] };
  }
  const [rule, shape, reason, until, fails = 'always'] = KEYS.map((key): unknown => entry.get(key));
  const id = WAIVABLE.find((known) => known === rule);
  const shapes = shape === undefined ? [undefined] : [shape].flat();
  const areShapes = shapes.length > 0 && shapes.every((one) => one === undefined || isText(one));
  const day = typeof until === 'string' ? readDay(until) : undefined;
  const frequency = FAILS.find((known) => known === fails);

  const unless = (isValid: boolean, key: string, expected: string, hint = '') =>
    isValid ? [] : [`${placeOf(key)}: expected ${expected}, got ${describe(entry.get(key))}${hint}`];
  const unknownKeys = [...entry.keys()].map(String).filter((key) => !KEYS.includes(key));
  const problems = [
    ...unknownKeys.map((key) => `${placeOf(key)}: expected one of the keys ${KEYS.join(', ')}, got ${key}`),
    ...unless(id !== undefined, 'rule', 'the id of a rule', `. ${suggestRule(rule)}`),
    ...unless(areShapes, 'shape', 'the shape of a failure as reports print it, or a list of them'),
    ...unless(isText(reason), 'reason', 'a text that says why'),
    ...unless(day !== undefined, 'until', 'the last day on which it counts, such as 2027-01-31'),
    ...unless(frequency !== undefined, 'fails', `one of ${FAILS.join(', ')}`),
  ];
  if (
    id === undefined ||
    day === undefined ||
    frequency === undefined ||
    !isText(reason) ||
    problems.length > 0
  )
    return { waivers: [], problems };
  const waivers = shapes.map((one) => ({
    rule: id,
    ...(isText(one) ? { shape: one.trim() } : {}),
    reason: reason.trim(),
    until: day,
    fails: frequency,
  }));

  return { waivers, problems };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Waivers that an earlier entry has already. */
function findRepeats(
  entries: readonly (readonly Waiver[])[],
  placeOf: (index: number, key: string) => string,
): readonly string[] {
  const all = entries.flatMap((waivers, index) => waivers.map(({ rule, shape }) => ({ rule, shape, index })));

  return all.flatMap(({ rule, shape, index }, position) => {
    const first = all.findIndex((one) => one.rule === rule && one.shape === shape);
    if (first === position) return [];
    const again = `again, as in [${all[first]?.index}]`;

    return shape === undefined
      ? `${placeOf(index, 'rule')}: expected each rule once, got ${rule} ${again}`
      : `${placeOf(index, 'shape')}: expected each shape once, got ${shape} ${again}`;
  });
}

function describe(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (value instanceof Map) return 'a mapping';

  return Array.isArray(value) ? 'a list' : String(value);
}
