/** What the proxy costs: the same fee calls to one mock directly, through a bare pass-through, and through the proxy. */
import { join } from 'node:path';
import type { TrafficReport } from '../conformance/report/report.ts';
import { type Benchmark, inTurns, median, show, showRatio, tableOf } from './harness.ts';
import { CONNECTIONS, load, STAND_IN, serve, tollgate } from './servers.ts';

interface ProxyWay {
  readonly name: string;
  /** The process between the caller and the mock; undefined where the caller calls the mock directly. */
  readonly command?: (port: number, service: number, folder: string) => readonly string[];
}

const OURS = 'through the proxy';
const proxyOf = (port: number, to: number, ...more: readonly string[]) =>
  tollgate('proxy', '--to', `http://127.0.0.1:${to}`, '--port', `${port}`, '--quiet', ...more);

const WAYS: readonly ProxyWay[] = [
  { name: 'directly' },
  {
    name: 'through a bare pass-through',
    command: (port, to) => [process.execPath, STAND_IN, 'pass-through', `${port}`, `${to}`],
  },
  { name: OURS, command: (port, to) => proxyOf(port, to) },
  {
    name: `${OURS} with --record`,
    command: (port, to, folder) => proxyOf(port, to, '--record', join(folder, `${port}.har`)),
  },
];

export const proxy: Benchmark = async ({ pace, folder, progress }) => {
  const costs = await inTurns(WAYS, pace.rounds, progress, async ({ name, command }) => {
    await using service = await serve('the mock', (port) =>
      tollgate('mock', '--port', `${port}`, '--quiet', '--retain', '10000'),
    );
    await using front =
      command === undefined ? undefined : await serve(name, (port) => command(port, service.port, folder));
    const server = front ?? service;
    const judged = () => (name.startsWith(OURS) ? untilJudged(server.port) : undefined);
    await load(server, pace.warmUpSeconds);
    await judged();
    const begun = performance.now();
    const { calls } = await load(server, pace.seconds);
    await judged();
    const perSecond = (1000 * calls) / (performance.now() - begun);
    const { p50, p99 } = await load(server, pace.seconds, 1);

    return { perSecond, p50, p99 };
  });
  const rows = costs.map(({ name, figures }) => ({
    name,
    rate: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
  }));
  const [direct, bare] = rows;

  return tableOf(
    `proxy: fee calls to one mock, median of ${pace.rounds} rounds of ${pace.seconds} s, every answer 2xx`,
    rows,
    [
      ['way', ({ name }) => name],
      [`requests/s, ${CONNECTIONS} connections`, ({ rate }) => show(rate)],
      ['× directly', ({ rate }) => showRatio(rate, direct!.rate)],
      ['× bare', ({ rate }) => showRatio(rate, bare!.rate)],
      ['p50 ms, 1 connection', ({ p50 }) => show(p50, 3)],
      ['added ms', ({ p50 }) => show(p50 - direct!.p50, 3)],
      ['p99 ms, 1 connection', ({ p99 }) => show(p99, 3)],
      ['added ms', ({ p99 }) => show(p99 - direct!.p99, 3)],
    ],
    [
      'Caller, proxy and mock are one process each and share the cores of this machine.',
      'The proxy judges both sides meanwhile. Its rate includes the time until the last exchange is judged; none is left out.',
      'To reach: at least 0.75 × bare; at most 0.3 ms more at p50, 2 ms at p99.',
      'Tried without gain: a young generation of 32 to 64 MiB, and one thread to collect garbage. The main thread writes as often as a bare pass-through: once to each side of a call.',
    ],
  );
};

/** Resolves when the proxy has judged all that has passed. @throws where it has left some out */
async function untilJudged(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/_tollgate/verdict`);
  const { notJudged } = (await answer.json()) as TrafficReport;
  if (notJudged.length > 0) throw new Error(`expected all to be judged, got ${JSON.stringify(notJudged)}`);
}
