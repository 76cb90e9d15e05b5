/** Renders the tables of one run as a Markdown document that says how the figures were measured. */
import type { Pace } from './pace.ts';
import { renderMarkdown, type Table } from './table.ts';

export interface Run {
  readonly machine: string;
  readonly date: Date;
  /** The command that wrote it. */
  readonly command: string;
  readonly pace: Pace;
  readonly tables: readonly Table[];
}

const QUICK_RUN = `
**This was a quick run**, to see that everything works: do not rely on these figures.
`;

export function renderDocument({ machine, date, command, pace, tables }: Run): string {
  return `# Benchmarks

Written by \`${command}\` on ${date.toISOString().slice(0, 10)}: ${machine}.
${pace.kind === 'quick' ? QUICK_RUN : ''}
Every figure was measured in this one run. Absolute figures hold for this machine at this time; compare the ratios.
All servers got the same calls, in rounds that took turns, each in a fresh process. Each server was first probed for
what it checks, since a mock that checks nothing is fast.

${tables.map(renderMarkdown).join('\n')}`;
}
