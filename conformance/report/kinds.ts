/** The kinds of report. A file of its own, so that help and completion load quickly. */

export const REPORT_KINDS = ['text', 'json', 'junit', 'sarif', 'html', 'markdown', 'github'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The kinds for comparisons of reports. */
export const COMPARISON_KINDS: readonly ReportKind[] = ['text', 'json', 'markdown', 'html'];
