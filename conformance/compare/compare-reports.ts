/** Compares reports rule by rule and choice by choice: several services, or the releases of one. */
import { count } from '../../src/text/words.ts';
import type { AnyReport, Report } from '../report/report.ts';
import { labelOf, type RuleStatus, statusOf } from '../report/rule-status.ts';

export interface NamedReport<R extends AnyReport = AnyReport> {
  /** Such as the name of its file. */
  readonly name: string;
  readonly report: R;
}

/** The reports of one subject, in the order in which they were given. */
export type Comparison = Readonly<ReturnType<typeof compare>>;

export interface Row {
  /** The id of a rule, or the name of a choice. */
  readonly name: string;
  readonly level: 'must' | 'should' | 'choice';
  readonly cells: readonly Cell[];
  /** Whether two reports with a known result differ. */
  readonly differs: boolean;
}

export interface Cell {
  /** Such as `failed` or `201`; empty where the report does not have the row. */
  readonly text: string;
  /** Undefined for a choice. */
  readonly status?: RuleStatus;
}

/** Statuses without a result for the rule, which are not differences. */
const UNKNOWN: readonly (RuleStatus | undefined)[] = ['not-tested', 'broken'];

/** One comparison for each subject that two or more reports have. Each side of a traffic report counts as a report. */
export function compareReports(reports: readonly NamedReport[]): readonly Comparison[] {
  const all = reports.flatMap(({ name, report }) =>
    (report.subject === 'traffic' ? report.sides : [report]).map((side) => ({ name, report: side })),
  );

  return (['service', 'client'] as const).flatMap((subject) => {
    const ofSubject = all.filter(({ report }) => report.subject === subject);

    return ofSubject.length < 2 ? [] : [compare(subject, ofSubject)];
  });
}

function compare(subject: Report['subject'], reports: readonly NamedReport<Report>[]) {
  const levels = new Map(
    reports.flatMap(({ report }) =>
      report.rules.flatMap(({ id, level }) => (level === 'observe' ? [] : [[id as string, level] as const])),
    ),
  );
  const names = new Set(reports.flatMap(({ report }) => Object.keys(report.choices)));
  const toRow = (name: string, level: Row['level'], cells: readonly Cell[]): Row => {
    const known = cells.filter(({ text, status }) => text !== '' && !UNKNOWN.includes(status));

    return { name, level, cells, differs: new Set(known.map(({ text }) => text)).size > 1 };
  };
  const rules = [...levels].map(([id, level]) =>
    toRow(
      id,
      level,
      reports.map(({ report }) => ruleCell(report, id)),
    ),
  );
  const choices = [...names].map((name) =>
    toRow(
      name,
      'choice',
      reports.map(({ report }) => ({ text: report.choices[name] ?? '' })),
    ),
  );
  const [ofRules = 0, ofChoices = 0] = [rules, choices].map(
    (rows) => rows.filter(({ differs }) => differs).length,
  );

  return {
    subject,
    title: `${count(reports.length, 'report')} of a ${subject}: ${count(ofRules, 'rule')} and ${count(ofChoices, 'choice')} differ`,
    /** Traffic is judged without an effort. */
    columns: reports.map(({ name, report: { target, startedAt, verdict, effort, passive } }) => ({
      ...{ name, target, startedAt, verdict, effort: passive ? 'traffic' : effort },
    })),
    /** Rules before choices, each in the order of the catalogue with those that differ first. */
    rows: [rules, choices].flatMap((rows) =>
      rows.toSorted((one, other) => Number(other.differs) - Number(one.differs)),
    ),
  };
}

function ruleCell(report: Report, id: string): Cell {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) return { text: '' };
  const status = statusOf(rule, report);

  return { text: labelOf(status), status };
}

export function rowsThat(differ: boolean, { rows }: Comparison): readonly Row[] {
  return rows.filter(({ differs }) => differs === differ);
}

/** The rules that fail in the last report and in none before it. */
export function newFailures({ rows }: Comparison): readonly Row[] {
  return rows.filter(({ cells }) => cells.findIndex(isFailure) === cells.length - 1);
}

/** Whether a cell shows a failure that counts. */
function isFailure({ status }: Cell): boolean {
  return status === 'failed' || status === 'unstable';
}

/** The rows that do not differ, by their common result, such as `Rules passed in all`. */
export function sameInAll(comparison: Comparison): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rowsThat(false, comparison), ({ level, cells }) => {
    if (level === 'choice') return 'Choices with one option in all';
    const texts = new Set(cells.map(({ text }) => (text === '' ? 'not tested' : text)));
    const tested = [...texts].filter((text) => text !== 'not tested');
    if (tested.length === 0) return 'Rules tested in none';

    return texts.size === 1
      ? `Rules ${tested.join()} in all`
      : `Rules ${tested.join(' or ')} in each report that tested them`;
  });
}
