/** What it costs to keep transactions on the disk: fee calls of the mock with a ledger in a file, beside one in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Benchmark } from './benchmark.ts';
import { createFeeCall, type FeeCall } from './fee-call.ts';
import { median, ratio, show, showRatio } from './figures.ts';
import { CONNECTIONS, type Load, load } from './load.ts';
import { serve } from './serve.ts';
import type { Table } from './table.ts';
import { atLeast, showTarget } from './target.ts';

const ROUNDS = 3;
const WARM_UP_SECONDS = 2;
const SECONDS = 5;

const OF_MEMORY = atLeast(0.4);

export interface DurableRounds {
  readonly memory: readonly Load[];
  readonly sqlite: readonly Load[];
}

export const durable: Benchmark = {
  name: 'durable',
  runs: 'always',

  async run(bench) {
    const call = await createFeeCall();
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
    const loads: Record<keyof DurableRounds, Load[]> = { memory: [], sqlite: [] };
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        bench.progress(`durable: round ${round} of ${ROUNDS}`);
        loads.memory.push(await measure(bench, call, 'memory'));
        loads.sqlite.push(await measure(bench, call, `sqlite:${join(folder, `${round}.db`)}`));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }

    return durableTable(loads);
  },
};

/** In a fresh process each time. */
async function measure({ processes }: Bench, call: FeeCall, ledger: string): Promise<Load> {
  await using serving = await serve(processes, call, (port) => ({
    args: ['src/cli/main.ts', 'mock', '--port', `${port}`, '--quiet', '--ledger', ledger],
  }));
  const server = { name: ledger, port: serving.port };
  await load(server, call, { seconds: WARM_UP_SECONDS });

  // Awaited here, for the server ends when this function does.
  return await load(server, call, { seconds: SECONDS });
}

export function durableTable({ memory, sqlite }: DurableRounds): Table {
  const of = (loads: readonly Load[], figure: keyof Load) => median(loads.map((one) => one[figure]));
  const row = (what: string, loads: readonly Load[], target: string) => [
    what,
    show(of(loads, 'perSecond')),
    show(Math.min(...loads.map(({ perSecond }) => perSecond))),
    show(Math.max(...loads.map(({ perSecond }) => perSecond))),
    show(of(loads, 'p50'), 2),
    show(of(loads, 'p99'), 2),
    showRatio(ratio(of(loads, 'perSecond'), of(memory, 'perSecond'))),
    target,
  ];

  return {
    title: `durable: fee calls that open transactions, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s, every answer 2xx`,
    columns: ['ledger', 'requests/s', 'least', 'most', 'p50 ms', 'p99 ms', '× memory', 'target'],
    rows: [
      row('memory', memory, ''),
      row(
        'sqlite, on disk before the answer',
        sqlite,
        showTarget(OF_MEMORY, ratio(of(sqlite, 'perSecond'), of(memory, 'perSecond'))),
      ),
    ],
    notes: [
      'The disk is that of the folder for temporary files; where that is memory, choose another TMPDIR.',
    ],
  };
}
