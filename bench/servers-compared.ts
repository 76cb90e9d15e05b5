/** The mock beside other servers: what each checks, its rate, how soon it answers, and its memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HERE, run } from '../build/processes.ts';
import { type Benchmark, inTurns } from './benchmark.ts';
import { PROBES } from './probes.ts';
import {
  CONNECTIONS,
  createFeeCall,
  type Load,
  load,
  type Resident,
  residentOf,
  tollgate,
} from './servers.ts';
import {
  atLeast,
  atMost,
  median,
  ratio,
  show,
  showMemory,
  showRatio,
  showTarget,
  type Table,
  type Target,
  tableOf,
} from './table.ts';

const BARE = 'bare node:http';

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

/** A server that checks nothing is fast, but no fair comparison. */
export const checks: Benchmark = async ({ lineUp }) => {
  const { contestants, missing } = await lineUp();

  return tableOf(
    'checks: what each server checks, probed before it was measured',
    [...PROBES.map(({ name }) => name), 'of these'],
    [
      ['what it does', (row) => row],
      ...contestants.map(
        ({ name, stands }) =>
          [
            name,
            (row: string) =>
              row === 'of these'
                ? `${stands.length} of ${PROBES.length}`
                : stands.some((stood) => stood === row)
                  ? 'yes'
                  : 'no',
          ] as const,
      ),
    ],
    [...contestants.map(({ name, version, about }) => `${name} (${version}): ${about}`), ...missing],
  );
};

export const mock: Benchmark = async ({ pace, lineUp, progress }) => {
  const call = await createFeeCall();
  const { contestants, missing } = await lineUp();
  const rates = await inTurns(contestants, pace.rounds, progress, async ({ name, serve }) => {
    await using serving = await serve();
    const server = { name, port: serving.port };
    await load(server, call, { seconds: pace.warmUpSeconds });

    // Awaited here, since the server ends with this function.
    return await load(server, call, { seconds: pace.seconds });
  });

  return mockTable(
    rates.map(({ subject: { name }, figures }) => ({ name, loads: figures })),
    pace.seconds,
    missing,
  );
};

/** The loads of one server, one per round. */
export interface Rates {
  readonly name: string;
  readonly loads: readonly Load[];
}

/** @param rates starts with the mock's, and includes those of bare Node */
export function mockTable(rates: readonly Rates[], seconds: number, missing: readonly string[]): Table {
  const of = (figure: keyof Load, { loads }: Pick<Rates, 'loads'>) =>
    median(loads.map((load) => load[figure]));
  const bare = of('perSecond', rates.find(({ name }) => name === BARE)!);
  const ours = ({ loads }: Rates) => ratio(of('perSecond', rates[0]!), of('perSecond', { loads }));
  const all = ({ loads }: Rates) => loads.map(({ perSecond }) => perSecond);

  return tableOf(
    `mock: fee calls, ${CONNECTIONS} connections, median of ${rates[0]?.loads.length ?? 0} rounds of ${seconds} s, every answer 2xx`,
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
      ['target', (row) => showWhere(RATES.get(row.name), ours(row))],
      ['caller busy', (row) => `${show(of('callerBusy', row) * 100)} %`],
    ],
    [
      'Where the caller is busy nearly 100 % of the time, it limits the rate: the server could answer more.',
      'Servers with several threads, such as those on Java, share the cores with the caller.',
      ...missing,
    ],
  );
}

export const start: Benchmark = async ({ pace, lineUp, progress }) => {
  const { contestants, missing } = await lineUp();
  const ends = async (...command: readonly string[]) => (await run(HERE, command)).milliseconds;
  const subjects = [
    { name: 'node -e 0, to its end', measure: () => ends(process.execPath, '-e', '0') },
    { name: 'tollgate --help, to its end', measure: () => ends(...tollgate('--help')) },
    ...contestants.map(({ name, serve }) => ({
      name: `${name}, to its first fee`,
      async measure() {
        await using serving = await serve();

        return serving.milliseconds;
      },
    })),
  ];
  const times = await inTurns(subjects, pace.starts, progress, ({ measure }) => measure());

  return startTable(
    times.map(({ subject: { name }, figures }) => ({ name, times: figures })),
    missing,
  );
};

interface Starts {
  readonly name: string;
  /** In milliseconds, one for each start. */
  readonly times: readonly number[];
}

/** @param starts begins with those of bare `node -e 0` @param missing a line for each server that was left out */
export function startTable(starts: readonly Starts[], missing: readonly string[]): Table {
  const [nothing] = starts;
  const bare = starts.find(({ name }) => name.startsWith(BARE));
  const times = ({ times: own }: Starts, peer: Starts | undefined) =>
    peer === undefined ? '' : showRatio(ratio(median(own), median(peer.times)));

  return tableOf(
    `start: milliseconds from start, median of ${nothing?.times.length}`,
    starts,
    [
      ['what', ({ name }) => name],
      ['ms', (row) => show(median(row.times))],
      ['least', (row) => show(Math.min(...row.times))],
      ['most', (row) => show(Math.max(...row.times))],
      ['× node -e 0', (row) => times(row, nothing)],
      ['× bare', (row) => times(row, bare)],
      ['target', (row) => showWhere(STARTS.get(row.name), median(row.times))],
    ],
    missing,
  );
}

interface Memory {
  readonly name: string;
  readonly idle: Resident | undefined;
  readonly after: Resident | undefined;
  /** The calls between the two readings. */
  readonly calls: number;
}

export const memory: Benchmark = async ({ pace, lineUp, progress }) => {
  const call = await createFeeCall();
  const { contestants, missing } = await lineUp();
  const measured = await inTurns(contestants, 1, progress, async ({ name, serve }) => {
    await using serving = await serve();
    await sleep(REST);
    const idle = residentOf(serving.pid);
    const { calls } = await load({ name, port: serving.port }, call, pace.memory);
    await sleep(REST);

    return { name, idle, after: residentOf(serving.pid), calls };
  });

  return memoryTable(
    measured.flatMap(({ figures }) => figures),
    missing,
  );
};

/** @param memories includes that of bare Node */
export function memoryTable(memories: readonly Memory[], missing: readonly string[]): Table {
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
      ...missing,
    ],
  );
}

function showWhere(target: Target | undefined, figure: number): string {
  return target === undefined ? '' : showTarget(target, figure);
}
