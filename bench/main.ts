/** The process: runs the benchmarks that are named, or all, prints their tables, and outlives whatever they start. */
import { availableParallelism, constants, loadavg } from 'node:os';
import { BENCHMARKS } from './benchmarks.ts';
import { createProcesses } from './processes.ts';
import { renderTable } from './table.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
const known = BENCHMARKS.map(({ name }) => name).join(', ');

if (unknown.length > 0) {
  process.stderr.write(`bench: expected names of benchmarks (${known}), got ${unknown.join(', ')}\n`);
  process.exitCode = 2;
} else {
  const processes = createProcesses();
  process.once('exit', processes.endAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // At once, whatever is being measured: the exit ends what still runs.
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }

  process.stdout.write(`${machine()}\n\n`);
  for (const { name, run } of BENCHMARKS.filter(
    (benchmark) => names.length === 0 || names.includes(benchmark.name),
  )) {
    try {
      const table = await run({ processes, progress });
      progress('');
      process.stdout.write(`${renderTable(table)}\n`);
    } catch (error) {
      progress('');
      process.stderr.write(`bench: ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Figures from a machine that does other things as well say little. */
function machine(): string {
  const [lastMinute = 0] = loadavg();
  const { version, platform, arch } = process;

  return `Node ${version}, ${platform} ${arch}, ${availableParallelism()} cores, load ${lastMinute.toFixed(1)} before`;
}
