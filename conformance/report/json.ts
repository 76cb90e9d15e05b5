/** The report as JSON, for scripts. */
import type { Report } from './report.ts';

export function json(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
