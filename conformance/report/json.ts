/** The report as JSON, for scripts. It may go to a terminal, so that no character in it is one that a terminal acts on. */

import { visible } from '../../src/text/visible.ts';
import type { Report } from './report.ts';

export function json(report: Report): string {
  return `${visible(JSON.stringify(report, null, 2))}\n`;
}
