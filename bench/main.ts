/** Runs the named benchmarks, prints or writes their tables, and ends every process that they start. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BENCHMARKS } from './benchmarks.ts';
import { CONTENDERS } from './contenders/index.ts';
import { lineUp } from './contenders/line-up.ts';
import { renderDocument } from './document.ts';
import { createFeeCall } from './fee-call.ts';
import { createProcesses } from './processes.ts';
import { readRequest } from './request.ts';
import { renderTable, type Table } from './table.ts';

const request = readRequest(process.argv.slice(2));

if (request.kind === 'malformed') {
  process.stderr.write(`bench: ${request.problem}\n`);
  process.exitCode = 2;
} else {
  const processes = createProcesses();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  process.once('exit', () => {
    processes.endAll();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The exit handler ends the processes that still run.
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }

  const { names, pace, file } = request;
  const on = machine();
  const date = new Date();
  process.stdout.write(`${on}\n\n`);
  let lined: ReturnType<typeof lineUp> | undefined;
  const once = async () => {
    const call = await createFeeCall();
    lined ??= lineUp(CONTENDERS, { processes, call, folder, progress });

    return lined;
  };
  const tables: Table[] = [];
  for (const { name, run } of BENCHMARKS.filter((benchmark) => names.includes(benchmark.name))) {
    try {
      const table = await run({ processes, pace, lineUp: once, progress });
      progress('');
      process.stdout.write(`${renderTable(table)}\n`);
      tables.push(table);
    } catch (error) {
      progress('');
      process.stderr.write(`bench: ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  if (file !== undefined && tables.length === names.length) {
    const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderDocument({ machine: on, date, command, pace, tables }));
  } else if (file !== undefined) {
    process.stderr.write(`bench: ${file} is unchanged, since a benchmark failed\n`);
  }
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** The machine and its load: figures from a busy machine say little. */
function machine(): string {
  const [lastMinute = 0] = loadavg();
  const { version, platform, arch } = process;
  const model = cpus()[0]?.model.trim() ?? 'unknown';

  return `Node ${version}, ${platform} ${arch}, ${availableParallelism()} cores (${model}), load ${lastMinute.toFixed(1)} before`;
}
