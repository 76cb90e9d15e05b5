/** What the proxy costs: the same fee calls to one mock directly, through a bare pass-through, and through the proxy. */
import { join } from 'node:path';
import type { TrafficReport } from '../conformance/report/report.ts';
import {
  atLeast,
  atMost,
  type Benchmark,
  type Columns,
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
const ADDED = { p50: atMost(0.3), p99: atMost(2) };

interface ProxyWay {
  readonly name: string;
  /** The process between the caller and the mock; undefined where the caller calls the mock directly. */
  readonly commandFor?: (port: number, service: number, folder: string) => readonly string[];
}

const OURS = 'through the proxy';
const proxyOf = (port: number, to: number, ...more: readonly string[]) =>
  tollgate('proxy', '--to', `http://127.0.0.1:${to}`, '--port', `${port}`, '--quiet', ...more);

const WAYS: readonly ProxyWay[] = [
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
    const judged = () => (name.startsWith(OURS) ? untilJudged(server.port) : undefined);
    await load(server, call, { seconds: pace.warmUpSeconds });
    await judged();
    const begun = performance.now();
    const { calls } = await load(server, call, { seconds: pace.seconds });
    await judged();
    const perSecond = (1000 * calls) / (performance.now() - begun);
    const { p50, p99 } = await load(server, call, { seconds: pace.seconds, connections: 1 });

    return { perSecond, p50, p99 };
  });
  const rows = costs.map(({ name, figures }) => ({
    name,
    rate: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
  }));
  const [direct, bare] = rows;
  const share = (row: (typeof rows)[number]) => ratio(row.rate, bare!.rate);
  const added = (row: (typeof rows)[number], of: 'p50' | 'p99') => row[of] - direct![of];
  const isOurs = ({ name }: { readonly name: string }) => name.startsWith(OURS);

  return tableOf(
    `proxy: fee calls to one mock, median of ${pace.rounds} rounds of ${pace.seconds} s, every answer 2xx`,
    rows,
    [
      ['way', ({ name }) => name],
      [`requests/s, ${CONNECTIONS} connections`, ({ rate }) => show(rate)],
      ['× directly', (row) => showRatio(ratio(row.rate, direct!.rate))],
      ['× bare', (row) => showRatio(share(row))],
      ['target', (row) => (isOurs(row) ? showTarget(OF_BARE, share(row)) : '')],
      ...(['p50', 'p99'] as const).flatMap(
        (of): Columns<(typeof rows)[number]> => [
          [`${of} ms, 1 connection`, (row) => show(row[of], 3)],
          ['added ms', (row) => show(added(row, of), 3)],
          ['target', (row) => (isOurs(row) ? showTarget(ADDED[of], added(row, of)) : '')],
        ],
      ),
    ],
    [
      'Caller, proxy and mock are one process each and share the cores of this machine.',
      'The proxy judges both sides meanwhile. Its rate includes the time until the last exchange is judged; none is left out.',
    ],
  );
};

/** Resolves when the proxy has judged all that has passed. @throws where it has left some out */
async function untilJudged(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/_tollgate/verdict`);
  const { notJudged } = (await answer.json()) as TrafficReport;
  if (notJudged.length > 0) throw new Error(`expected all to be judged, got ${JSON.stringify(notJudged)}`);
}
