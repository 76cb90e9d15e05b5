/** Mocks that share one Redis server, beside one that keeps its transactions in memory: fee calls to one, two and three processes. */
import { startRedis } from '../test/ledgers/redis-server.ts';
import { type Benchmark, inTurns, median, show, showRatio, tableOf } from './harness.ts';
import { CONNECTIONS, load, type Serving, serve, tollgate } from './servers.ts';

const SUBJECTS = [
  { name: 'one process, in memory', processes: 1, isShared: false },
  { name: 'one process on Redis', processes: 1, isShared: true },
  { name: 'two processes on Redis', processes: 2, isShared: true },
  { name: 'three processes on Redis', processes: 3, isShared: true },
] as const;

export const machines: Benchmark = async ({ pace, progress }) => {
  const rates = await inTurns(SUBJECTS, pace.rounds, progress, async ({ name, processes, isShared }) => {
    await using redis = await startRedis();
    await using fleet = new AsyncDisposableStack();
    const servers: Serving[] = [];
    for (let n = 0; n < processes; n++) {
      const command = (port: number) =>
        tollgate('mock', '--port', `${port}`, '--quiet', ...(isShared ? ['--ledger', redis.url] : []));
      servers.push(fleet.use(await serve(name, command)));
    }
    const each = Math.ceil(CONNECTIONS / processes);
    const loads = (seconds: number) => Promise.all(servers.map((server) => load(server, seconds, each)));
    await loads(pace.warmUpSeconds);

    return (await loads(pace.seconds)).reduce((sum, { perSecond }) => sum + perSecond, 0);
  });
  const [memory, one] = rates.map(({ figures }) => median(figures));

  return tableOf(
    `machines: fee calls to mocks on one Redis server, ${CONNECTIONS} connections in all, every answer 2xx`,
    rates,
    [
      ['mocks', ({ name }) => name],
      ['requests/s', ({ figures }) => show(median(figures))],
      ['× in memory', ({ figures }) => showRatio(median(figures), memory!)],
      ['× one on Redis', ({ figures }) => showRatio(median(figures), one!)],
    ],
    [
      'Caller, mocks and Redis share the cores of this machine: with two cores, further processes add little.',
    ],
  );
};
