/** What the proxy costs: the same fee calls to one mock directly, through a bare pass-through, and through the proxy. */
import { join } from 'node:path';
import { type Benchmark, inTurns } from './benchmark.ts';
import { STAND_IN } from './contenders.ts';
import { CONNECTIONS, createFeeCall, load, serve, tollgate } from './servers.ts';
import { atLeast, atMost, median, ratio, show, showRatio, showTarget, tableOf } from './table.ts';

const OF_DIRECT = atLeast(0.5);
/** In milliseconds. */
const ADDED = atMost(1);

interface Way {
  readonly name: string;
  /** The process between the caller and the mock; undefined where the caller calls the mock directly. */
  readonly commandFor?: (port: number, service: number, folder: string) => readonly string[];
}

const OURS = 'through the proxy';

const WAYS: readonly Way[] = [
  { name: 'directly' },
  {
    name: 'through a bare pass-through',
    commandFor: (port, to) => [process.execPath, STAND_IN, 'pass-through', `${port}`, `${to}`],
  },
  { name: OURS, commandFor: (port, to) => tollgate(...proxyOf(port, to)) },
  {
    name: `${OURS} with --record`,
    commandFor: (port, to, folder) => tollgate(...proxyOf(port, to), '--record', join(folder, `${port}.har`)),
  },
];

const proxyOf = (port: number, to: number) => [
  'proxy',
  '--to',
  `http://127.0.0.1:${to}`,
  '--port',
  `${port}`,
  '--quiet',
];

export const proxy: Benchmark = async ({ pace, folder, progress }) => {
  const call = await createFeeCall();
  const costs = await inTurns(WAYS, pace.rounds, progress, async ({ name, commandFor }) => {
    await using service = await serve(call, (port) =>
      tollgate('mock', '--port', `${port}`, '--quiet', '--retain', '10000'),
    );
    await using front =
      commandFor === undefined
        ? undefined
        : await serve(call, (port) => commandFor(port, service.port, folder));
    const server = { name, port: (front ?? service).port };
    await load(server, call, { seconds: pace.warmUpSeconds });
    const { perSecond } = await load(server, call, { seconds: pace.seconds });
    const { p50 } = await load(server, call, { seconds: pace.seconds, connections: 1 });

    return { perSecond, p50 };
  });
  const rows = costs.map(({ subject: { name }, figures }) => ({
    name,
    rate: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50 }) => p50)),
  }));
  const [direct] = rows;
  const share = (row: (typeof rows)[number]) => ratio(row.rate, direct!.rate);
  const added = (row: (typeof rows)[number]) => row.p50 - direct!.p50;

  return tableOf(
    `proxy: fee calls to one mock, median of ${pace.rounds} rounds of ${pace.seconds} s, every answer 2xx`,
    rows,
    [
      ['way', ({ name }) => name],
      [`requests/s, ${CONNECTIONS} connections`, ({ rate }) => show(rate)],
      ['× directly', (row) => showRatio(share(row))],
      ['target', (row) => (row.name.startsWith(OURS) ? showTarget(OF_DIRECT, share(row)) : '')],
      ['p50 ms, 1 connection', ({ p50 }) => show(p50, 3)],
      ['added ms', (row) => show(added(row), 3)],
      ['target', (row) => (row.name.startsWith(OURS) ? showTarget(ADDED, added(row)) : '')],
    ],
    [
      'Caller, proxy and mock are one process each and share the cores of this machine.',
      'The proxy judges both sides meanwhile. It counts the exchanges that it has no time to judge, and forwards them all the same.',
    ],
  );
};
