/** Measures what the proxy costs: the same fee calls to one mock directly, through a bare pass-through, and through the proxy. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Benchmark } from './benchmark.ts';
import { createFeeCall, type FeeCall } from './fee-call.ts';
import { atLeast, atMost, median, ratio, show, showRatio, showTarget } from './figures.ts';
import { CONNECTIONS, load } from './load.ts';
import { serve } from './serve.ts';
import type { Table } from './table.ts';

const PASS_THROUGH = fileURLToPath(import.meta.resolve('./pass-through.ts'));

const OF_DIRECT = atLeast(0.5);
/** In milliseconds. */
const ADDED = atMost(1);

interface Way {
  readonly name: string;
  /** The arguments of the process between the caller and the mock; undefined where the caller calls the mock directly. */
  readonly argsFor?: (port: number, service: number, folder: string) => readonly string[];
  readonly isOurs: boolean;
}

const WAYS: readonly Way[] = [
  { name: 'directly', isOurs: false },
  {
    name: 'through a bare pass-through',
    isOurs: false,
    argsFor: (port, service) => [PASS_THROUGH, String(port), String(service)],
  },
  { name: 'through the proxy', isOurs: true, argsFor: proxyArgs },
  {
    name: 'through the proxy with --record',
    isOurs: true,
    argsFor: (port, service, folder) => [
      ...proxyArgs(port, service),
      '--record',
      join(folder, `${port}-${process.hrtime.bigint()}.har`),
    ],
  },
];

interface Cost {
  readonly name: string;
  readonly isOurs: boolean;
  /** One per round, with all connections. */
  readonly perSecond: readonly number[];
  /** One per round, with one connection, in milliseconds. */
  readonly p50: readonly number[];
}

export const proxy: Benchmark = {
  name: 'proxy',
  runs: 'always',

  async run(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-proxy-'));
    try {
      const costs = WAYS.map(({ name, isOurs }) => ({
        name,
        isOurs,
        perSecond: [] as number[],
        p50: [] as number[],
      }));
      for (let round = 1; round <= bench.pace.rounds; round++) {
        for (const [at, way] of WAYS.entries()) {
          bench.progress(`proxy: round ${round} of ${bench.pace.rounds}, ${way.name}`);
          const { perSecond, p50 } = await measure(bench, way, folder);
          costs[at]?.perSecond.push(perSecond);
          costs[at]?.p50.push(p50);
        }
      }

      return proxyTable(costs, bench.pace.seconds);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure({ processes, pace }: Bench, { name, argsFor }: Way, folder: string) {
  const call = await createFeeCall();
  await using service = await serve(processes, call, (port) => ({
    args: ['cli/tollgate.js', 'mock', '--port', String(port), '--quiet', '--retain', '10000'],
  }));
  if (argsFor === undefined) return await loads({ name, port: service.port }, call, pace);
  await using front = await serve(processes, call, (port) => ({ args: argsFor(port, service.port, folder) }));

  // Awaited here, since the processes end with this function.
  return await loads({ name, port: front.port }, call, pace);
}

async function loads(
  server: { readonly name: string; readonly port: number },
  call: FeeCall,
  pace: Bench['pace'],
) {
  await load(server, call, { seconds: pace.warmUpSeconds });
  const { perSecond } = await load(server, call, { seconds: pace.seconds });
  const { p50 } = await load(server, call, { seconds: pace.seconds, connections: 1 });

  return { perSecond, p50 };
}

/** @param costs starts with that of the direct calls */
function proxyTable(costs: readonly Cost[], seconds: number): Table {
  const [direct] = costs;
  const directRate = median(direct?.perSecond ?? []);
  const directP50 = median(direct?.p50 ?? []);

  return {
    title: `proxy: fee calls to one mock, median of ${direct?.perSecond.length ?? 0} rounds of ${seconds} s, every answer 2xx`,
    columns: [
      'way',
      `requests/s, ${CONNECTIONS} connections`,
      '× directly',
      'target',
      'p50 ms, 1 connection',
      'added ms',
      'target',
    ],
    rows: costs.map(({ name, isOurs, perSecond, p50 }) => {
      const [rate, middle] = [median(perSecond), median(p50)];
      const share = ratio(rate, directRate);

      return [
        name,
        show(rate),
        showRatio(share),
        isOurs ? showTarget(OF_DIRECT, share) : '',
        show(middle, 3),
        show(middle - directP50, 3),
        isOurs ? showTarget(ADDED, middle - directP50) : '',
      ];
    }),
    notes: [
      'Caller, proxy and mock are one process each and share the cores of this machine.',
      'The proxy judges both sides meanwhile. It counts the exchanges that it has no time to judge, and forwards them all the same.',
    ],
  };
}

function proxyArgs(port: number, service: number): readonly string[] {
  return [
    'cli/tollgate.js',
    'proxy',
    '--to',
    `http://127.0.0.1:${service}`,
    '--port',
    String(port),
    '--quiet',
  ];
}
