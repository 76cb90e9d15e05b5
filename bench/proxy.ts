/** What the proxy costs: the same fee calls to one mock directly, through a bare pass-through, and through the proxy. */
import { join } from 'node:path';
import {
  atLeast,
  atMost,
  type Benchmark,
  inTurns,
  median,
  ratio,
  show,
  showRatio,
  showTarget,
  tableOf,
} from './harness.ts';
import { CONNECTIONS, createFeeCall, load, STAND_IN, serve, tollgate } from './servers.ts';

/** As a share of the bare pass-through's rate, and in milliseconds. */
const OF_BARE = atLeast(0.75);
const ADDED = atMost(1);

interface Way {
  readonly name: string;
  /** The process between the caller and the mock; undefined where the caller calls the mock directly. */
  readonly commandFor?: (port: number, service: number, folder: string) => readonly string[];
}

const OURS = 'through the proxy';
const proxyOf = (port: number, to: number, ...more: readonly string[]) =>
  tollgate('proxy', '--to', `http://127.0.0.1:${to}`, '--port', `${port}`, '--quiet', ...more);

const WAYS: readonly Way[] = [
  { name: 'directly' },
  {
    name: 'through a bare pass-through',
    commandFor: (port, to) => [process.execPath, STAND_IN, 'pass-through', `${port}`, `${to}`],
  },
  { name: OURS, commandFor: (port, to) => proxyOf(port, to) },
  {
    name: `${OURS} with --record`,
    commandFor: (port, to, folder) => proxyOf(port, to, '--record', join(folder, `${port}.har`)),
  },
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
  const rows = costs.map(({ name, figures }) => ({
    name,
    rate: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50 }) => p50)),
  }));
  const [direct, bare] = rows;
  const share = (row: (typeof rows)[number]) => ratio(row.rate, bare!.rate);
  const added = (row: (typeof rows)[number]) => row.p50 - direct!.p50;

  return tableOf(
    `proxy: fee calls to one mock, median of ${pace.rounds} rounds of ${pace.seconds} s, every answer 2xx`,
    rows,
    [
      ['way', ({ name }) => name],
      [`requests/s, ${CONNECTIONS} connections`, ({ rate }) => show(rate)],
      ['× directly', (row) => showRatio(ratio(row.rate, direct!.rate))],
      ['× bare', (row) => showRatio(share(row))],
      ['target', (row) => (row.name.startsWith(OURS) ? showTarget(OF_BARE, share(row)) : '')],
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
