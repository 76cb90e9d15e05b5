/** The report as data, schema version 1, by the types of `report.schema.json`: what reporters print and other commands read. */
import type { Schemas } from './report.gen.ts';

/** The kinds of report. */
export const REPORT_KINDS = ['text', 'json', 'junit', 'sarif', 'html', 'markdown', 'github'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The kinds for comparisons of reports. */
export const COMPARISON_KINDS: readonly ReportKind[] = ['text', 'json', 'markdown', 'html'];

export type Report = Schemas['Report'];

export type ReportRule = Schemas['ReportRule'];

export type ReportCounterexample = Schemas['ReportCounterexample'];

export type ReportStep = Schemas['ReportStep'];

export type TrafficReport = Schemas['TrafficReport'];

/** What a reporter prints. */
export type AnyReport = Report | TrafficReport;

export type Verdict = Report['verdict'];

export type EffortName = Report['effort'];

export type Latencies = Schemas['Latencies'];

export type Coverage = Schemas['Coverage'];

export type Digests = Schemas['Digests'];

export type FeeCounts = Schemas['FeeCounts'];

export type LeftOutCount = Schemas['LeftOutCount'];

export type TrafficSide = Report['subject'];
