/** Reads a waiver file: YAML, a list of failures that do not count, each with a reason and a last day. */
import { isObserved } from '../../src/contract/rule-ids.ts';
import { ConfigurationError } from '../../src/engine/configuration-error.ts';
import { readDay } from '../../src/engine/day.ts';
import { locateIn, readYaml } from '../../src/engine/reading/yaml.ts';
import { RULE_IDS, suggestRule } from '../selection.ts';
import { AgreementError } from './agreement-error.ts';
import { FAILS, type Waiver } from './waiver.ts';

const KEYS = ['rule', 'shape', 'reason', 'until', 'fails'];

/**
 * The waivers of a file's text: a list, or a mapping with it under `waivers`. An empty file has none.
 *
 * @throws AgreementError with everything that is wrong
 */
export function readWaivers(text: string, where: string): readonly Waiver[] {
  const { entries, path } = listIn(parse(text, where), where);
  const locate = locateIn(text);
  const above = path === '' ? [] : [path];
  const placeOf = (index: number, key?: string) => {
    const place = locate([...above, index, ...(key === undefined ? [] : [key])]);

    return `${where}${place}: ${path}[${index}]${key === undefined ? '' : `.${key}`}`;
  };
  const read = entries.map((entry, index) => readWaiver(entry, (key) => placeOf(index, key)));
  const problems = [
    ...read.flatMap((result) => result.problems),
    ...repeated(
      read.map(({ waivers }) => waivers),
      placeOf,
    ),
  ];
  if (problems.length > 0) throw new AgreementError(problems.join('\n'));

  return read.flatMap(({ waivers }) => waivers);
}

function parse(text: string, where: string): unknown {
  try {
    return readYaml(text, where);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new AgreementError(error.message);
    throw error;
  }
}

function listIn(
  value: unknown,
  where: string,
): { readonly entries: readonly unknown[]; readonly path: string } {
  if (value === null) return { entries: [], path: '' };
  if (Array.isArray(value)) return { entries: value, path: '' };
  const named = value instanceof Map && value.size === 1 ? (value.get('waivers') ?? undefined) : undefined;
  if (Array.isArray(named)) return { entries: named, path: 'waivers' };
  throw new AgreementError(
    `${where}: expected a list of waivers, or a mapping with one under waivers, got ${describe(value)}`,
  );
}

interface Read {
  /** One for each shape of the entry. */
  readonly waivers: readonly Waiver[];
  readonly problems: readonly string[];
}

/** @param at the place of the entry, or of one of its keys */
function readWaiver(entry: unknown, at: (key?: string) => string): Read {
  if (!(entry instanceof Map))
    return {
      waivers: [],
      problems: [`${at()}: expected a mapping with rule, shape, reason and until, got ${describe(entry)}`],
    };
  const [rule, shape, reason, until, fails = 'always'] = KEYS.map((key) => entry.get(key));
  const shapes = shape === undefined ? [undefined] : [shape].flat();
  const id = RULE_IDS.find((known) => known === rule && !isObserved(known));
  const day = typeof until === 'string' ? readDay(until) : undefined;
  const told = typeof reason === 'string' ? reason.trim() : '';
  const often = FAILS.find((known) => known === fails);
  const problems = [
    ...[...entry.keys()]
      .filter((key) => !KEYS.includes(key))
      .map((key) => `${at(String(key))}: expected one of the keys ${KEYS.join(', ')}, got ${key}`),
    ...(id === undefined
      ? [`${at('rule')}: expected the id of a rule, got ${describe(rule)}. ${suggestRule(rule)}`]
      : []),
    ...(shapes.length > 0 && shapes.every((one) => one === undefined || isText(one))
      ? []
      : [
          `${at('shape')}: expected the shape of a failure as a report says it, or a list of them, got ${describe(shape)}`,
        ]),
    ...(told === '' ? [`${at('reason')}: expected a text that says why, got ${describe(reason)}`] : []),
    ...(day === undefined
      ? [
          `${at('until')}: expected the last day on which it counts, such as 2027-01-31, got ${describe(until)}`,
        ]
      : []),
    ...(often === undefined
      ? [`${at('fails')}: expected one of ${FAILS.join(', ')}, got ${describe(fails)}`]
      : []),
  ];
  if (id === undefined || day === undefined || often === undefined || problems.length > 0)
    return { waivers: [], problems };
  const waivers = shapes.map((one) => ({
    rule: id,
    ...(isText(one) ? { shape: one.trim() } : {}),
    reason: told,
    until: day,
    fails: often,
  }));

  return { waivers, problems };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function repeated(
  entries: readonly (readonly Waiver[])[],
  at: (index: number, key: string) => string,
): readonly string[] {
  const first = new Map<string, number>();

  return entries.flatMap((waivers, index) =>
    waivers.flatMap(({ rule, shape }) => {
      const key = JSON.stringify([rule, shape]);
      const before = first.get(key);
      if (before === undefined) {
        first.set(key, index);
        return [];
      }

      return shape === undefined
        ? [`${at(index, 'rule')}: expected each rule once, got ${rule} again, as in [${before}]`]
        : [`${at(index, 'shape')}: expected each shape once, got ${shape} again, as in [${before}]`];
    }),
  );
}

function describe(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (value instanceof Map) return 'a mapping';
  if (Array.isArray(value)) return 'a list';

  return String(value);
}
