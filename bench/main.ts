/** Runs the named benchmarks, and prints or writes their tables. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { renderMarkdown, type Table } from './harness.ts';
import { BENCHMARKS, type BenchRequest, readRequest, renderDocument } from './request.ts';

try {
  await runAll(readRequest(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`bench: ${messageOf(error)}\n`);
  process.exitCode = 2;
}

async function runAll({ names, pace, file }: BenchRequest): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The exit ends the processes that still run.
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const machine = describeMachine();
  const date = new Date();
  process.stdout.write(`${machine}\n\n`);
  const tables: Table[] = [];
  for (const name of names) {
    try {
      const table = await BENCHMARKS[name]!({ pace, folder, progress: (text) => show(`${name}: ${text}`) });
      show('');
      process.stdout.write(`${renderMarkdown(table)}\n`);
      tables.push(table);
    } catch (error) {
      show('');
      process.stderr.write(`bench: ${name}: ${messageOf(error)}\n`);
      process.exitCode = 1;
    }
  }
  if (file !== undefined && tables.length === names.length) {
    const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderDocument({ machine, date, command, pace, tables }));
  } else if (file !== undefined) {
    process.stderr.write(`bench: ${file} is unchanged, since a benchmark failed\n`);
  }
}

function show(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The machine and its load: figures from a busy machine say little. */
function describeMachine(): string {
  const [lastMinute = 0] = loadavg();
  const { version, platform, arch } = process;
  const model = cpus()[0]?.model.trim() ?? 'unknown';

  return `Node ${version}, ${platform} ${arch}, ${availableParallelism()} cores (${model}), load ${lastMinute.toFixed(1)} before`;
}
