/** The mock beside other servers: its rate, how soon it answers, and its memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HERE, run } from '../build/processes.ts';
import {
  atLeast,
  atMost,
  type Benchmark,
  inTurns,
  type Measured,
  median,
  ratio,
  show,
  showMemory,
  showRatio,
  showTarget,
  type Table,
  tableOf,
} from './harness.ts';
import {
  CONNECTIONS,
  createFeeCall,
  type FeeCall,
  type LoadResult,
  load,
  type Resident,
  residentOf,
  type Serving,
  STAND_IN,
  serve,
  tollgate,
} from './servers.ts';

const OURS = 'tollgate mock';
const BARE = 'bare node:http';
const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

/** What bare Node answers: as much as the mock does. */
const ANSWER = '{"transactionFee":2.43,"sTxId":"0123456789abcdef0123456789abcdef","message":"ok"}';

/** The rate that the mock should reach, as a multiple of these servers' rates. */
const RATES = new Map([
  [BARE, atLeast(0.8)],
  ['Prism', atLeast(20)],
]);

/** In milliseconds, by the row of the table. */
const STARTS = new Map([
  ['tollgate --help, to its end', atMost(100)],
  ['tollgate mock, to its first fee', atMost(300)],
]);

/** How long a server may settle before its memory is read, in milliseconds. */
const REST = 1_000;

interface BenchServer {
  readonly name: string;
  readonly serve: () => Promise<Serving>;
}

/** The mock, and two servers to compare with: Node alone, which checks only that the body is JSON, and stock Prism. */
const serversFor = (call: FeeCall): readonly BenchServer[] => [
  { name: OURS, serve: () => serve(call, (port) => tollgate('mock', '--port', `${port}`, '--quiet')) },
  {
    name: BARE,
    serve: () => serve(call, (port) => [process.execPath, STAND_IN, 'bare', `${port}`, ANSWER]),
  },
  {
    name: 'Prism',
    serve: () =>
      serve(call, (port) => {
        const options = ['-p', `${port}`, '--multiprocess=false'];

        return [process.execPath, PRISM, 'mock', 'openapi.yaml', ...options];
      }),
  },
];

export const mock: Benchmark = async ({ pace, progress }) => {
  const call = await createFeeCall();
  const rates = await inTurns(serversFor(call), pace.rounds, progress, async ({ name, serve }) => {
    await using serving = await serve();
    const server = { name, port: serving.port };
    await load(server, call, { seconds: pace.warmUpSeconds });

    // Awaited here, since the server ends with this function.
    return await load(server, call, { seconds: pace.seconds });
  });

  return mockTable(rates, pace.seconds);
};

/** @param rates starts with the mock's, and includes those of bare Node */
export function mockTable(rates: readonly Measured<LoadResult>[], seconds: number): Table {
  const of = (figure: keyof LoadResult, { figures }: Measured<LoadResult>) =>
    median(figures.map((one) => one[figure]));
  const bare = of('perSecond', rates.find(({ name }) => name === BARE)!);
  const ours = (row: Measured<LoadResult>) => ratio(of('perSecond', rates[0]!), of('perSecond', row));
  const all = ({ figures }: Measured<LoadResult>) => figures.map(({ perSecond }) => perSecond);

  return tableOf(
    `mock: fee calls, ${CONNECTIONS} connections, median of ${rates[0]?.figures.length ?? 0} rounds of ${seconds} s, every answer 2xx`,
    rates,
    [
      ['server', ({ name }) => name],
      ['requests/s', (row) => show(of('perSecond', row))],
      ['least', (row) => show(Math.min(...all(row)))],
      ['most', (row) => show(Math.max(...all(row)))],
      ['p50 ms', (row) => show(of('p50', row), 2)],
      ['p99 ms', (row) => show(of('p99', row), 2)],
      ['× bare', (row) => showRatio(ratio(of('perSecond', row), bare))],
      ['the mock is', (row) => `${showRatio(ours(row))} ×`],
      ['target', (row) => showTarget(RATES.get(row.name), ours(row))],
      ['caller busy', (row) => `${show(of('callerBusy', row) * 100)} %`],
    ],
    ['Where the caller is busy nearly 100 % of the time, it limits the rate: the server could answer more.'],
  );
}

export const start: Benchmark = async ({ pace, progress }) => {
  const servers = serversFor(await createFeeCall());
  const ends = async (...command: readonly string[]) => (await run(HERE, command)).milliseconds;
  const subjects = [
    { name: 'node -e 0, to its end', measure: () => ends(process.execPath, '-e', '0') },
    { name: 'tollgate --help, to its end', measure: () => ends(...tollgate('--help')) },
    ...servers.map(({ name, serve }) => ({
      name: `${name}, to its first fee`,
      async measure() {
        await using serving = await serve();

        return serving.milliseconds;
      },
    })),
  ];

  return startTable(await inTurns(subjects, pace.starts, progress, ({ measure }) => measure()));
};

/** @param starts in milliseconds; begins with those of bare `node -e 0` */
export function startTable(starts: readonly Measured<number>[]): Table {
  const bare = starts.find(({ name }) => name.startsWith(BARE));
  const times = ({ figures }: Measured<number>, peer: Measured<number> | undefined) =>
    peer === undefined ? '' : showRatio(ratio(median(figures), median(peer.figures)));

  return tableOf(`start: milliseconds from start, median of ${starts[0]?.figures.length}`, starts, [
    ['what', ({ name }) => name],
    ['ms', ({ figures }) => show(median(figures))],
    ['least', ({ figures }) => show(Math.min(...figures))],
    ['most', ({ figures }) => show(Math.max(...figures))],
    ['× node -e 0', (row) => times(row, starts[0])],
    ['× bare', (row) => times(row, bare)],
    ['target', ({ name, figures }) => showTarget(STARTS.get(name), median(figures))],
  ]);
}

interface Memory {
  readonly name: string;
  readonly idle: Resident | undefined;
  readonly after: Resident | undefined;
  /** The calls between the two readings. */
  readonly calls: number;
}

export const memory: Benchmark = async ({ pace, progress }) => {
  const call = await createFeeCall();
  const measured = await inTurns(serversFor(call), 1, progress, async ({ name, serve }) => {
    await using serving = await serve();
    await sleep(REST);
    const idle = residentOf(serving.pid);
    const { calls } = await load({ name, port: serving.port }, call, pace.memory);
    await sleep(REST);

    return { name, idle, after: residentOf(serving.pid), calls };
  });

  return memoryTable(measured.flatMap(({ figures }) => figures));
};

/** @param memories includes that of bare Node */
export function memoryTable(memories: readonly Memory[]): Table {
  const bare = memories.find(({ name }) => name === BARE);
  const times = (own: Resident | undefined, peer: Resident | undefined) =>
    own === undefined || peer === undefined ? '' : showRatio(ratio(own.now, peer.now));

  return tableOf(
    'memory: resident memory of each server, idle and after many fee calls',
    memories,
    [
      ['server', ({ name }) => name],
      ['idle MiB', ({ idle }) => showMemory(idle?.now)],
      ['× bare', ({ idle }) => times(idle, bare?.idle)],
      ['calls', ({ calls }) => show(calls)],
      ['after MiB', ({ after }) => showMemory(after?.now)],
      ['× bare', ({ after }) => times(after, bare?.after)],
      ['most MiB', ({ after }) => showMemory(after?.most)],
    ],
    [
      'The mock keeps its transactions; the other servers keep nothing.',
      'A server is measured after a million calls, or after the calls that it answered in a minute.',
    ],
  );
}
