/** Compares reports rule by rule and choice by choice: several services, or the releases of one. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Report, ReportRule } from '../report/report.ts';
import { labelOf, type RuleStatus, statusOf } from '../report/rule-status.ts';
import type { AnyReport } from '../report/traffic-report.ts';

export interface NamedReport {
  /** Such as the name of its file. */
  readonly name: string;
  readonly report: AnyReport;
}

/** The reports of one subject, in the order in which they were given. */
export interface Comparison {
  readonly subject: Report['subject'];
  readonly columns: readonly Column[];
  /** Differing rows first, then the others, each in the order of the catalogue. */
  readonly rules: readonly Row[];
  readonly choices: readonly Row[];
}

interface Column extends Pick<Report, 'target' | 'startedAt' | 'verdict' | 'tool'> {
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
const UNKNOWN: readonly (RuleStatus | undefined)[] = ['not-tested', 'broken', undefined];

/** One comparison for each subject that two or more reports have. Each side of a traffic report counts as a report. */
export function compareReports(reports: readonly NamedReport[]): readonly Comparison[] {
  const all = reports.flatMap(({ name, report }) =>
    report.subject === 'traffic' ? report.sides.map((side) => ({ name, report: side })) : [{ name, report }],
  );

  return (['service', 'client'] as const).flatMap((subject) => {
    const ofSubject = all.filter(({ report }) => report.subject === subject);

    return ofSubject.length < 2 ? [] : [compare(subject, ofSubject)];
  });
}

interface Named {
  readonly name: string;
  readonly report: Report;
}

function compare(subject: Report['subject'], reports: readonly Named[]): Comparison {
  const judged = new Map<AnyRuleId, ReportRule>();
  for (const { report } of reports)
    for (const rule of report.rules) if (rule.level !== 'observe') judged.set(rule.id, rule);
  const choices = [...new Set(reports.flatMap(({ report }) => Object.keys(report.choices)))];

  return {
    subject,
    columns: reports.map(({ name, report: { target, startedAt, verdict, effort, tool, passive } }) => ({
      ...{ name, target, startedAt, verdict, effort: passive ? 'traffic' : effort, tool },
    })),
    rules: differentFirst(
      [...judged.values()].map(({ id, level }) =>
        toRow(
          id,
          level,
          reports.map(({ report }) => ruleCell(report, id)),
        ),
      ),
    ),
    choices: differentFirst(
      choices.map((name) =>
        toRow(
          name,
          '',
          reports.map(({ report }) => ({ text: report.choices[name] ?? '' })),
        ),
      ),
    ),
  };
}

function ruleCell(report: Report, id: AnyRuleId): Cell {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) return { text: '' };
  const status = statusOf(rule, report);

  return { text: labelOf(status), status };
}

function toRow(name: string, level: string, cells: readonly Cell[]): Row {
  const isRule = level !== '';
  const known = cells.filter(({ text, status }) => (isRule ? !UNKNOWN.includes(status) : text !== ''));

  return { name, level, cells, differs: new Set(known.map(({ text }) => text)).size > 1 };
}

function differentFirst(rows: readonly Row[]): readonly Row[] {
  return [...rows.filter(({ differs }) => differs), ...rows.filter(({ differs }) => !differs)];
}
