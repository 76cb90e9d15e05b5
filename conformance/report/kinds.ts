/** The kinds of report by the name that `--report` takes; which file makes which is for `reporters.ts` to know. */

export const REPORT_KINDS = ['text', 'json', 'junit', 'sarif', 'html', 'markdown', 'github'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];
