/** The tables of one run as a document. Whoever reads it sees where the figures come from, and that nobody typed them. */
import type { Pace } from './pace.ts';
import { renderMarkdown, type Table } from './table.ts';

export interface Run {
  readonly machine: string;
  readonly date: Date;
  /** What was typed to get it. */
  readonly command: string;
  readonly pace: Pace;
  readonly tables: readonly Table[];
}

const HURRIED = `
**This was a hurried run**, to see that everything works: these are no figures to go by.
`;

export function renderDocument({ machine, date, command, pace, tables }: Run): string {
  return `# Benchmarks

Written by \`${command}\` on ${date.toISOString().slice(0, 10)}: ${machine}.
${pace.kind === 'quick' ? HURRIED : ''}
Every figure was measured in this one run. Absolute figures are those of this machine and hour; ratios travel better.
Servers that stand side by side were asked the same calls, in rounds that took turns, each in a fresh process.
Before a server was measured it was asked what it checks, and a server that did not check what it is set up to check was
not measured: a mock that looks at nothing is fast.

${tables.map(renderMarkdown).join('\n')}`;
}
