/** The report as JSON. */
import { visible } from '../../src/text/visible.ts';
import type { Report } from './report.ts';

export function json(report: Report): string {
  return `${visible(JSON.stringify(report, null, 2))}\n`;
}
