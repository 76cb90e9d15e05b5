/** Reads a waiver file: YAML, a list of rules whose failure does not count, each with a reason and a last day. */
import { isObserved, type RuleId } from '../../src/contract/rule-ids.ts';
import { ConfigurationError } from '../../src/engine/configuration-error.ts';
import { readDay } from '../../src/engine/day.ts';
import { locateIn, readYaml } from '../../src/engine/reading/yaml.ts';
import { RULE_IDS, suggestRule } from '../selection.ts';
import { AgreementError } from './agreement-error.ts';
import { FAILS, type Waiver } from './waiver.ts';

const KEYS = ['rule', 'reason', 'until', 'fails'];

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
      read.map(({ waiver }) => waiver?.rule),
      placeOf,
    ),
  ];
  if (problems.length > 0) throw new AgreementError(problems.join('\n'));

  return read.flatMap(({ waiver }) => (waiver === undefined ? [] : [waiver]));
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
  readonly waiver?: Waiver;
  readonly problems: readonly string[];
}

/** @param at the place of the entry, or of one of its keys */
function readWaiver(entry: unknown, at: (key?: string) => string): Read {
  if (!(entry instanceof Map))
    return { problems: [`${at()}: expected a mapping with rule, reason and until, got ${describe(entry)}`] };
  const [rule, reason, until, fails = 'always'] = KEYS.map((key) => entry.get(key));
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
    return { problems };

  return { waiver: { rule: id, reason: told, until: day, fails: often }, problems };
}

function repeated(
  rules: readonly (RuleId | undefined)[],
  at: (index: number, key: string) => string,
): readonly string[] {
  return rules.flatMap((rule, index) => {
    const first = rules.indexOf(rule);

    return rule === undefined || first === index
      ? []
      : [`${at(index, 'rule')}: expected each rule once, got ${rule} again, as in [${first}]`];
  });
}

function describe(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (value instanceof Map) return 'a mapping';
  if (Array.isArray(value)) return 'a list';

  return String(value);
}
