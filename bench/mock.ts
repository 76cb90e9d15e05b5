/** The mock beside bare Node, which checks only that the body is JSON, and stock Prism: its rate, and how soon it answers. */
import { fileURLToPath } from 'node:url';
import { HERE, run } from '../build/processes.ts';
import { type Benchmark, inTurns, type Measured, median, show, showRatio, tableOf } from './harness.ts';
import { CONNECTIONS, type LoadResult, load, STAND_IN, serve, tollgate } from './servers.ts';

const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

/** What bare Node answers: as much as the mock does. */
const ANSWER = '{"transactionFee":2.43,"sTxId":"0123456789abcdef0123456789abcdef","message":"ok"}';

interface BenchServer {
  readonly name: string;
  readonly command: (port: number) => readonly string[];
}

const SERVERS: readonly BenchServer[] = [
  { name: 'tollgate mock', command: (port) => tollgate('mock', '--port', `${port}`, '--quiet') },
  {
    name: 'bare node:http',
    command: (port) => [process.execPath, STAND_IN, 'bare', `${port}`, ANSWER],
  },
  {
    name: 'Prism',
    command(port) {
      const options = ['-p', `${port}`, '--multiprocess=false'];

      return [process.execPath, PRISM, 'mock', 'openapi.yaml', ...options];
    },
  },
];

export const mock: Benchmark = async ({ pace, progress }) => {
  const rates = await inTurns(SERVERS, pace.rounds, progress, async ({ name, command }) => {
    await using server = await serve(name, command);
    await load(server, pace.warmUpSeconds);

    // Awaited here, since the server ends with this function.
    return await load(server, pace.seconds);
  });
  const of = (figure: keyof LoadResult, row: Measured<LoadResult> | undefined) =>
    median((row?.figures ?? []).map((one) => one[figure]));
  const [ours, bare] = rates;

  return tableOf(
    `mock: fee calls, ${CONNECTIONS} connections, median of ${pace.rounds} rounds of ${pace.seconds} s, every answer 2xx`,
    rates,
    [
      ['server', ({ name }) => name],
      ['requests/s', (row) => show(of('perSecond', row))],
      ['× bare', (row) => showRatio(of('perSecond', row), of('perSecond', bare))],
      ['the mock is', (row) => `${showRatio(of('perSecond', ours), of('perSecond', row))} ×`],
      ['p50 ms', (row) => show(of('p50', row), 2)],
      ['p99 ms', (row) => show(of('p99', row), 2)],
      ['caller busy', (row) => `${show(of('callerBusy', row) * 100)} %`],
    ],
    [
      'Where the caller is busy nearly 100 % of the time, it limits the rate: the server could answer more.',
      'To reach: at least 0.8 × bare, and 20 × Prism.',
    ],
  );
};

export const start: Benchmark = async ({ pace, progress }) => {
  const ends = async (...command: readonly string[]) => (await run(HERE, command)).milliseconds;
  const subjects = [
    { name: 'node -e 0, to its end', measure: () => ends(process.execPath, '-e', '0') },
    { name: 'tollgate --help, to its end', measure: () => ends(...tollgate('--help')) },
    ...SERVERS.map(({ name, command }) => ({
      name: `${name}, to its first fee`,
      async measure() {
        await using serving = await serve(name, command);

        return serving.milliseconds;
      },
    })),
  ];
  const starts = await inTurns(subjects, pace.starts, progress, ({ measure }) => measure());
  const [nothing] = starts;

  return tableOf(
    `start: milliseconds from start, median of ${pace.starts}`,
    starts,
    [
      ['what', ({ name }) => name],
      ['ms', ({ figures }) => show(median(figures))],
      ['least', ({ figures }) => show(Math.min(...figures))],
      ['most', ({ figures }) => show(Math.max(...figures))],
      ['× node -e 0', ({ figures }) => showRatio(median(figures), median(nothing!.figures))],
    ],
    ['To reach: the help in at most 100 ms, the first fee of the mock in 300 ms.'],
  );
};
