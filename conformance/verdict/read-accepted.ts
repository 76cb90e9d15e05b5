/** Reads accepted failures: a waiver file, a YAML list with a reason and a last day each; or a baseline, an earlier report. */
import { readFileSync } from 'node:fs';
import { type AnyRuleId, CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { OBSERVE_RULES } from '../../src/contract/rule-ids.ts';
import { type Day, readDay } from '../../src/engine/day.ts';
import type { SchemaProblem } from '../../src/reading/json-schema.ts';
import { describeUnreadable } from '../../src/text/unreadable.ts';
import { fileCheck, listProblems, parseYaml, problemFormatter } from '../deployment/read-file.ts';
import { PLACEHOLDER } from '../report/failure.ts';
import { readAnyReport, WaiverError } from '../report/read-report.ts';
import type { Report, TrafficReport } from '../report/report.ts';
import { RULE_IDS, suggestRule } from '../rule/selection.ts';

export interface Waiver {
  readonly rule: AnyRuleId;
  /**
   * The shape of the failure, as reports print it. A waiver without one, from an older file, applies only while the rule
   * fails in a single shape.
   */
  readonly shape?: string;
  /** Why the failure does not count; printed in reports. */
  readonly reason: string;
  /** The last day on which it applies, in UTC. */
  readonly until: Day;
  /** With `sometimes`, the waiver stays valid while the rule passes; `always` by default. */
  readonly fails: (typeof FAILS)[number];
}

const FAILS = ['always', 'sometimes'] as const;

export type Baseline = Report;

/** @throws WaiverError with all problems of the file */
export function readWaiverFile(path: string): readonly Waiver[] {
  return readWaivers(readTextFile(path), path);
}

/** @throws WaiverError where the file is not a report in JSON */
export function readBaselineFile(path: string): Baseline {
  return readBaseline(readTextFile(path), path);
}

/** @throws WaiverError where the text is not a report of schema version 1, with the first problems */
export function readBaseline(text: string, where: string): Baseline {
  const report = readAnyReport(text, where, 'conform');
  if (report.subject !== 'traffic') return report;
  throw new WaiverError(`${where}: expected a report of a service or a client, got one of traffic`);
}

/** Reads a baseline for traffic, whose sides have their own failures. @throws WaiverError */
export function readTrafficBaseline(text: string, where: string): TrafficReport {
  const report = readAnyReport(text, where, 'check-traffic');
  if (report.subject === 'traffic') return report;
  throw new WaiverError(`${where}: expected a report of traffic, got one of a ${report.subject}`);
}

/** @throws WaiverError */
function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new WaiverError(`${path}: ${describeUnreadable(cause)}`);
  }
}

/** An entry of the file; it counts for each of its shapes. */
interface WaiverEntry extends Pick<Waiver, 'rule' | 'reason'>, Partial<Pick<Waiver, 'fails'>> {
  readonly shape?: string | readonly string[];
  readonly until: string;
}

const WAIVABLE: readonly AnyRuleId[] = [...RULE_IDS, ...CLIENT_RULE_IDS].filter(
  (id) => !OBSERVE_RULES.some((observed) => observed === id),
);
const DAY = 'the last day on which it counts, such as 2027-01-31';
const SHAPE = {
  pattern: '\\S',
  'x-expected': 'the shape of a failure as reports print it, or a list of them',
};

/** Of the list of waivers; `npm run generate` publishes it as waivers.schema.json. */
export const WAIVERS_SCHEMA = {
  type: 'array',
  'x-expected': 'a list of waivers, or a mapping with one under waivers',
  items: {
    type: 'object',
    'x-expected': 'a mapping with rule, shape, reason and until',
    required: ['rule', 'reason', 'until'],
    additionalProperties: false,
    properties: {
      rule: { enum: WAIVABLE, 'x-expected': 'the id of a rule' },
      shape: { ...SHAPE, type: ['string', 'array'], minItems: 1, items: { ...SHAPE, type: 'string' } },
      reason: { type: 'string', pattern: '\\S', 'x-expected': 'a text that says why' },
      until: { type: 'string', 'x-expected': DAY },
      fails: { enum: FAILS },
    },
  },
};

const check = fileCheck(WAIVERS_SCHEMA);

/**
 * Reads a list of waivers, or a mapping with the list under `waivers`. An empty text has none.
 *
 * @throws WaiverError with all problems of the text
 */
export function readWaivers(text: string, where: string): readonly Waiver[] {
  const { entries, base } = findList(parseYaml(text, where, (message) => new WaiverError(message)));
  const format = problemFormatter(text, where);
  const line = (problem: SchemaProblem) => format({ ...problem, pointer: base + problem.pointer });
  const problems = check(entries);
  if (problems.length > 0)
    throw new WaiverError(
      listProblems(problems, (problem) => line(problem) + suggestionFor(problem, entries)),
    );
  const waivers = entries as readonly WaiverEntry[];
  const others = [...findUnknownDays(waivers), ...findPlaceholders(waivers), ...findRepeats(waivers)];
  if (others.length > 0) throw new WaiverError(listProblems(others, line));

  return waivers.flatMap(toWaivers);
}

/** The list of a file, and its JSON Pointer. */
function findList(value: unknown) {
  const { waivers, ...others } = Object(value) as Readonly<Record<string, unknown>>;
  const isUnderKey = waivers !== undefined && !Array.isArray(value) && Object.keys(others).length === 0;

  return isUnderKey ? { entries: waivers, base: '/waivers' } : { entries: value ?? [], base: '' };
}

function suggestionFor({ pointer }: SchemaProblem, entries: unknown): string {
  const [, index] = /^\/(\d+)\/rule$/.exec(pointer) ?? [];

  return index === undefined
    ? ''
    : `. ${suggestRule((entries as readonly WaiverEntry[])[Number(index)]?.rule)}`;
}

function toWaivers({ rule, shape, reason, until, fails = 'always' }: WaiverEntry): readonly Waiver[] {
  const waiver = { rule, reason: reason.trim(), until: until as Day, fails };

  return shape === undefined ? [waiver] : [shape].flat().map((one) => ({ ...waiver, shape: one.trim() }));
}

/** Entries that were copied from a report, without a reason of their own. */
function findPlaceholders(entries: readonly WaiverEntry[]): readonly SchemaProblem[] {
  return entries.flatMap(({ reason }, index) =>
    reason.trim() === PLACEHOLDER
      ? { pointer: `/${index}/reason`, expected: 'your reason in place of the example', got: reason }
      : [],
  );
}

/** Of two entries for one failure, only one can be meant. */
function findRepeats(entries: readonly WaiverEntry[]): readonly SchemaProblem[] {
  const taken = new Map<string, number>();

  return entries.flatMap((entry, index) =>
    toWaivers(entry).flatMap(({ rule, shape }) => {
      const key = JSON.stringify([rule, shape]);
      const first = taken.get(key);
      taken.set(key, first ?? index);
      if (first === undefined) return [];
      const what = shape === undefined ? rule : `${rule} with ${JSON.stringify(shape)}`;

      return {
        pointer: `/${index}/${shape === undefined ? 'rule' : 'shape'}`,
        expected: 'each failure in one entry',
        got: `${what} again, as in [${first}]: remove one of the two`,
      };
    }),
  );
}

function findUnknownDays(entries: readonly WaiverEntry[]): readonly SchemaProblem[] {
  return entries.flatMap(({ until }, index) =>
    readDay(until) === undefined ? { pointer: `/${index}/until`, expected: DAY, got: until } : [],
  );
}
