/** Measures the named benchmarks, and prints or writes their tables: `npm run bench -- NAME… [--quick] [--write FILE]`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Benchmark, type Pace, renderMarkdown } from './harness.ts';
import { judges } from './judges.ts';
import { mock, start } from './mock.ts';
import { proxy } from './proxy.ts';
import { conform, reach } from './suite.ts';
import { checkTraffic } from './traffic.ts';

/** In the order in which they run. Those of the second line run only where they are named. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  ...{ mock, start, proxy, conform, 'check-traffic': checkTraffic },
  ...{ reach, judges },
};
const SLOW = ['reach', 'judges'];

/** Long enough for reliable figures. */
const FULL: Pace = {
  ...{ rounds: 3, starts: 7, warmUpSeconds: 4, seconds: 5 },
  ...{ traffic: [100_000_000, 1_000_000_000], every: 1 },
};

/** Just to see that everything works; the slowest servers answer few calls a second. */
const QUICK: Pace = {
  ...{ rounds: 1, starts: 1, warmUpSeconds: 2, seconds: 3 },
  ...{ traffic: [50_000_000], every: 12 },
};

const args = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args,
  options: { quick: { type: 'boolean', default: false }, write: { type: 'string' } },
  allowPositionals: true,
});
const all = Object.keys(BENCHMARKS);
const unknown = positionals.filter((name) => name !== 'all' && !all.includes(name));
if (unknown.length > 0)
  throw new Error(`expected names of benchmarks (${all.join(', ')}, all), got ${unknown.join(', ')}`);
const names = all.filter((name) =>
  positionals.length === 0 ? !SLOW.includes(name) : positionals.includes(name) || positionals.includes('all'),
);
const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The exit ends the processes that still run.
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
const machine = describeMachine();
const date = new Date().toISOString().slice(0, 10);
process.stdout.write(`${machine}\n\n`);
const tables: string[] = [];
for (const name of names) {
  const progress = (text: string) => show(`${name}: ${text}`);
  const table = await BENCHMARKS[name]!({ pace: values.quick ? QUICK : FULL, folder, progress });
  show('');
  process.stdout.write(`${renderMarkdown(table)}\n`);
  tables.push(renderMarkdown(table));
}
if (values.write !== undefined) writeFileSync(values.write, page());

function page(): string {
  const quick = '\n**This was a quick run**, to see that everything works: do not rely on these figures.\n';

  return `# Benchmarks

Written by \`npm run bench -- ${args.join(' ')}\` on ${date}: ${machine}.
${values.quick ? quick : ''}
Every figure was measured in this one run. Absolute figures hold for this machine at this time; compare the ratios.
All servers got the same calls, in rounds that took turns, each in a fresh process.

${tables.join('\n')}`;
}

function show(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** The machine and its load: figures from a busy machine say little. */
function describeMachine(): string {
  const [lastMinute = 0] = loadavg();
  const { version, platform, arch } = process;
  const model = cpus()[0]?.model.trim() ?? 'unknown';

  return `Node ${version}, ${platform} ${arch}, ${availableParallelism()} cores (${model}), load ${lastMinute.toFixed(1)} before`;
}
