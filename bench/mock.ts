/** How many fee calls the mock answers, beside what Node alone and other mock servers do with the same calls. */
import type { Bench, Benchmark } from './benchmark.ts';
import type { Contestant } from './contenders/line-up.ts';
import { createFeeCall } from './fee-call.ts';
import { atLeast, median, ratio, show, showRatio, showTarget } from './figures.ts';
import { CONNECTIONS, type Load, load } from './load.ts';
import type { Table } from './table.ts';

const BARE = 'bare node:http';

/** For the mock as it comes: how many times the rate of these it reaches. */
const TARGETS = new Map([
  [BARE, atLeast(0.8)],
  ['Prism', atLeast(20)],
]);

/** What one server did, in a load for each round. */
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

/** In a fresh process each time. */
async function measure({ pace }: Bench, { name, serve }: Contestant): Promise<Load> {
  const call = await createFeeCall();
  await using serving = await serve();
  const server = { name, port: serving.port };
  await load(server, call, { seconds: pace.warmUpSeconds });

  // Awaited here, for the server ends when this function does.
  return await load(server, call, { seconds: pace.seconds });
}

/** @param rates the mock's own first, and those of bare Node among them */
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
      'A caller that is busy all the time bounds the row: the server could do more.',
      'Servers of more than one thread, as Java’s are, share the cores with the caller.',
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
