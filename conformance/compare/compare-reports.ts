/** Compares reports rule by rule and choice by choice: several services, or the releases of one. */
import { count } from '../../src/text/words.ts';
import type { AnyReport, Report, ReportRule } from '../report/report.ts';
import { labelOf, type RuleStatus, statusOf } from '../report/rule-status.ts';

export interface NamedReport<R extends AnyReport = AnyReport> {
  /** Such as the name of its file. */
  readonly name: string;
  readonly report: R;
}

/** The reports of one subject, in the order in which they were given. */
export interface Comparison {
  readonly subject: Report['subject'];
  readonly columns: readonly Column[];
  /** Differing rows first, then the others, each in the order of the catalogue. */
  readonly rules: readonly Row[];
  readonly choices: readonly Row[];
}

interface Column extends Pick<Report, 'target' | 'startedAt' | 'verdict'> {
  readonly name: string;
  /** Traffic is judged without one. */
  readonly effort: Report['effort'] | 'traffic';
}

export interface Row {
  /** The id of a rule, or the name of a choice. */
  readonly name: string;
  /** `must` or `should`; empty for a choice. */
  readonly level: string;
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

function compare(subject: Report['subject'], reports: readonly NamedReport<Report>[]): Comparison {
  const judged = reports.flatMap(({ report }) => report.rules.filter(({ level }) => level !== 'observe'));
  const rules = new Map(judged.map(({ id, level }) => [id, level]));
  const choices = new Set(reports.flatMap(({ report }) => Object.keys(report.choices)));
  const toRows = (names: Iterable<string>, level: (name: string) => string, cell: typeof ruleCell) =>
    [...names]
      .map((name) => {
        const cells = reports.map(({ report }) => cell(report, name));

        return { name, level: level(name), cells, differs: doDiffer(cells) };
      })
      .toSorted((one, other) => Number(other.differs) - Number(one.differs));

  return {
    subject,
    columns: reports.map(({ name, report: { target, startedAt, verdict, effort, passive } }) => ({
      ...{ name, target, startedAt, verdict, effort: passive ? 'traffic' : effort },
    })),
    rules: toRows(rules.keys(), (id) => rules.get(id as ReportRule['id']) ?? '', ruleCell),
    choices: toRows(
      choices,
      () => '',
      (report, name) => ({ text: report.choices[name] ?? '' }),
    ),
  };
}

function ruleCell(report: Report, id: string): Cell {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) return { text: '' };
  const status = statusOf(rule, report);

  return { text: labelOf(status), status };
}

function doDiffer(cells: readonly Cell[]): boolean {
  const known = cells.filter(({ text, status }) => text !== '' && !UNKNOWN.includes(status));

  return new Set(known.map(({ text }) => text)).size > 1;
}

function rowsThat(differ: boolean, { rules, choices }: Comparison): readonly Row[] {
  return [...rules, ...choices].filter(({ differs }) => differs === differ);
}

/** The rules and choices that differ. */
export function differing(comparison: Comparison): readonly Row[] {
  return rowsThat(true, comparison);
}

/** Whether a rule fails in the last report and in none before it. */
export function hasNewFailure({ rules }: Comparison): boolean {
  return rules.some(({ cells }) => cells.findIndex(isFailure) === cells.length - 1);
}

function isFailure({ status }: Cell): boolean {
  return status === 'failed' || status === 'unstable';
}

export function describeReports({ subject, columns, rules, choices }: Comparison): string {
  const number = (rows: readonly Row[]) => rows.filter(({ differs }) => differs).length;

  return `${count(columns.length, 'report')} of a ${subject}: ${count(number(rules), 'rule')} and ${count(number(choices), 'choice')} differ`;
}

/** The rows that do not differ, by their common result, such as `Rules passed in all`. */
export function sameInAll(comparison: Comparison): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rowsThat(false, comparison), commonResult);
}

function commonResult({ level, cells }: Row): string {
  if (level === '') return 'Choices with one option in all';
  const texts = new Set(cells.map(({ text }) => (text === '' ? 'not tested' : text)));
  const tested = [...texts].filter((text) => text !== 'not tested');
  if (tested.length === 0) return 'Rules tested in none';

  return texts.size === 1
    ? `Rules ${tested.join()} in all`
    : `Rules ${tested.join(' or ')} where they were tested`;
}
