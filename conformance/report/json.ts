/** The report as JSON. */
import { visible } from '../../src/text/visible.ts';
import type { AnyReport } from './traffic-report.ts';

export function json(report: AnyReport): string {
  return `${visible(JSON.stringify(report, null, 2))}\n`;
}
