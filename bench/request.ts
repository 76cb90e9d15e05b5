/** The benchmarks by name, the arguments of `npm run bench -- …`, and the document that it writes. */
import { parseArgs } from 'node:util';
import { type Benchmark, FULL, type Pace, QUICK, renderMarkdown, type Table } from './harness.ts';
import { judges } from './judges.ts';
import { memory, mock, start } from './mock.ts';
import { proxy } from './proxy.ts';
import { conform, hostile, reach } from './suite.ts';
import { checkTraffic } from './traffic.ts';

/** In the order in which they run. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  ...{ mock, start, proxy, memory, conform, 'check-traffic': checkTraffic, hostile, reach, judges },
};

/** Too slow to run unless they are named. */
const WHEN_ASKED_FOR = ['hostile', 'reach', 'judges'];

export interface BenchRequest {
  readonly names: readonly string[];
  readonly pace: Pace;
  /** The file to write the document to. */
  readonly file: string | undefined;
}

/** @throws where the arguments are wrong */
export function readRequest(args: readonly string[]): BenchRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, write: { type: 'string' } },
    allowPositionals: true,
  });
  const all = Object.keys(BENCHMARKS);
  const unknown = positionals.filter((name) => name !== 'all' && !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`expected names of benchmarks (${all.join(', ')}, all), got ${unknown.join(', ')}`);
  const isAsked = (name: string) =>
    positionals.length === 0
      ? !WHEN_ASKED_FOR.includes(name)
      : positionals.includes(name) || positionals.includes('all');

  return { names: all.filter(isAsked), pace: values.quick ? QUICK : FULL, file: values.write };
}

export interface BenchRun {
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

/** The tables of one run as Markdown, with how the figures were measured. */
export function renderDocument({ machine, date, command, pace, tables }: BenchRun): string {
  return `# Benchmarks

Written by \`${command}\` on ${date.toISOString().slice(0, 10)}: ${machine}.
${pace.kind === 'quick' ? QUICK_RUN : ''}
Every figure was measured in this one run. Absolute figures hold for this machine at this time; compare the ratios.
All servers got the same calls, in rounds that took turns, each in a fresh process.

${tables.map(renderMarkdown).join('\n')}`;
}
