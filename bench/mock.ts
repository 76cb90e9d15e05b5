/** Measures how many fee calls per second the mock answers, compared with bare Node and other mock servers. */
import type { Bench, Benchmark } from './benchmark.ts';
import type { Contestant } from './contenders/line-up.ts';
import { createFeeCall } from './fee-call.ts';
import { atLeast, median, ratio, show, showRatio, showTarget } from './figures.ts';
import { CONNECTIONS, type Load, load } from './load.ts';
import type { Table } from './table.ts';

const BARE = 'bare node:http';

/** The rate that the default mock should reach, as a multiple of these servers' rates. */
const TARGETS = new Map([
  [BARE, atLeast(0.8)],
  ['Prism', atLeast(20)],
]);

/** The loads of one server, one per round. */
export interface Rates {
  readonly name: string;
  readonly loads: readonly Load[];
}

export const mock: Benchmark = {
  name: 'mock',
  runs: 'always',

  async run(bench) {
    const { rounds, seconds } = bench.pace;
    const { contestants, missing } = await bench.lineUp();
    const rates = contestants.map(({ name }) => ({ name, loads: [] as Load[] }));

    for (let round = 1; round <= rounds; round++) {
      for (const [at, contestant] of contestants.entries()) {
        bench.progress(`mock: round ${round} of ${rounds}, ${contestant.name}`);
        rates[at]?.loads.push(await measure(bench, contestant));
      }
    }

    return mockTable(rates, seconds, missing);
  },
};

/** Starts a fresh process each time. */
async function measure({ pace }: Bench, { name, serve }: Contestant): Promise<Load> {
  const call = await createFeeCall();
  await using serving = await serve();
  const server = { name, port: serving.port };
  await load(server, call, { seconds: pace.warmUpSeconds });

  // Awaited here, since the server ends with this function.
  return await load(server, call, { seconds: pace.seconds });
}

/** @param rates starts with the mock's, and includes those of bare Node */
export function mockTable(rates: readonly Rates[], seconds: number, missing: readonly string[]): Table {
  const medians = new Map(rates.map(({ name, loads }) => [name, medianLoad(loads)]));
  const ours = rates[0]?.name ?? '';
  const of = (name: string, other: string) =>
    ratio(medians.get(name)?.perSecond ?? 0, medians.get(other)?.perSecond ?? 0);

  return {
    title: `mock: fee calls, ${CONNECTIONS} connections, median of ${rates[0]?.loads.length ?? 0} rounds of ${seconds} s, every answer 2xx`,
    columns: [
      'server',
      'requests/s',
      'least',
      'most',
      'p50 ms',
      'p99 ms',
      '× bare',
      'the mock is',
      'target',
      'caller busy',
    ],
    rows: rates.map(({ name, loads }) => {
      const { perSecond, p50, p99, callerBusy } = medianLoad(loads);
      const all = loads.map((load) => load.perSecond);
      const target = TARGETS.get(name);

      return [
        name,
        show(perSecond),
        show(Math.min(...all)),
        show(Math.max(...all)),
        show(p50, 2),
        show(p99, 2),
        showRatio(of(name, BARE)),
        `${showRatio(of(ours, name))} ×`,
        target === undefined ? '' : showTarget(target, of(ours, name)),
        `${show(callerBusy * 100)} %`,
      ];
    }),
    notes: [
      'Where the caller is busy nearly 100 % of the time, it limits the rate: the server could answer more.',
      'Servers with several threads, such as those on Java, share the cores with the caller.',
      ...missing,
    ],
  };
}

function medianLoad(loads: readonly Load[]): Load {
  const of = (figure: keyof Load) => median(loads.map((load) => load[figure]));

  return {
    calls: of('calls'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    callerBusy: of('callerBusy'),
  };
}
