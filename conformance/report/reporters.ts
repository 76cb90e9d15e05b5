/** The reporters by the name that `--report` takes. */
import { json } from './json.ts';
import type { Report } from './report.ts';
import { text } from './text.ts';

export type Reporter = (report: Report) => string;

export type ReportKind = 'text' | 'json';

export const REPORTERS: Readonly<Record<ReportKind, Reporter>> = { text, json };
