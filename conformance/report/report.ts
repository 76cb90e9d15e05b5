/** The report as data, schema version 1, by the types of `report.schema.json`: what reporters print and other commands read. */
import type { ReportSchemas } from './report.gen.ts';

/** The kinds of report. */
export const REPORT_KINDS = ['text', 'json', 'junit', 'sarif', 'html', 'markdown', 'github'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The kinds for comparisons of reports. */
export const COMPARISON_KINDS: readonly ReportKind[] = ['text', 'json', 'markdown', 'html'];

export type Report = ReportSchemas['Report'];

export type ReportRule = ReportSchemas['ReportRule'];

export type ReportCounterexample = ReportSchemas['ReportCounterexample'];

export type ReportStep = ReportSchemas['ReportStep'];

export type TrafficReport = ReportSchemas['TrafficReport'];

/** What a reporter prints. */
export type AnyReport = Report | TrafficReport;

export type Verdict = Report['verdict'];

export type EffortName = Report['effort'];

export type Latencies = ReportSchemas['Latencies'];

export type Coverage = ReportSchemas['Coverage'];

export type Digests = ReportSchemas['Digests'];

export type FeeCounts = ReportSchemas['FeeCounts'];

export type LeftOutCount = ReportSchemas['LeftOutCount'];

export type TrafficSide = Report['subject'];

/** Whether a run at this effort may leave out what one at the other effort tries. */
export function triesFewer(effort: EffortName, than: EffortName): boolean {
  return effort !== than && (effort === 'quick' || than === 'deep');
}
