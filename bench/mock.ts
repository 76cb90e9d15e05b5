/** How many fee calls the mock answers, beside what Node alone and stock Prism do with the same calls. */
import { fileURLToPath } from 'node:url';
import type { Bench, Benchmark } from './benchmark.ts';
import { createFeeCall, type FeeCall } from './fee-call.ts';
import { median, ratio, show, showRatio } from './figures.ts';
import { CONNECTIONS, type Load, load } from './load.ts';
import { serve } from './serve.ts';
import type { Table } from './table.ts';
import { atLeast, showTarget } from './target.ts';

const ROUNDS = 2;
const WARM_UP_SECONDS = 2;
const SECONDS = 5;

const OF_BARE = atLeast(0.7);
const OF_PRISM = atLeast(15);

const BARE = fileURLToPath(import.meta.resolve('./bare-server.ts'));
const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

/** Arguments for Node, on this port. */
type Contender = (port: number) => readonly string[];

export interface Rounds {
  readonly mock: readonly Load[];
  readonly bare: readonly Load[];
  readonly prism: readonly Load[];
}

export const mock: Benchmark = {
  name: 'mock',

  async run(bench) {
    const call = await createFeeCall();
    const ours: Contender = (port) => ['src/cli/main.ts', 'mock', '--port', `${port}`, '--quiet'];
    const answer = await answerOf(bench, call, ours);
    const bare: Contender = (port) => [BARE, `${port}`, answer];
    const prism: Contender = (port) => [
      PRISM,
      'mock',
      'openapi.yaml',
      '-p',
      `${port}`,
      '--multiprocess=false',
    ];
    const loads: Record<keyof Rounds, Load[]> = { mock: [], bare: [], prism: [] };

    for (let round = 1; round <= ROUNDS; round++) {
      for (const [name, contender] of [
        ['mock', ours],
        ['bare', bare],
        ['prism', prism],
      ] as const) {
        bench.progress(`mock: round ${round} of ${ROUNDS}, ${name}`);
        loads[name].push(await measure(bench, call, name, contender));
      }
    }

    return mockTable(loads);
  },
};

/** What the mock answers, so that the bare server can answer as much. */
async function answerOf({ processes }: Bench, call: FeeCall, contender: Contender): Promise<string> {
  await using serving = await serve(processes, call, contender);

  return serving.answer;
}

/** In a fresh process each time. */
async function measure(
  { processes }: Bench,
  call: FeeCall,
  name: string,
  contender: Contender,
): Promise<Load> {
  await using serving = await serve(processes, call, contender);
  const server = { name, port: serving.port };
  await load(server, call, WARM_UP_SECONDS);

  // Awaited here, for the server ends when this function does.
  return await load(server, call, SECONDS);
}

export function mockTable(rounds: Rounds): Table {
  const [ours, bare, prism] = [medianLoad(rounds.mock), medianLoad(rounds.bare), medianLoad(rounds.prism)];
  const row = (what: string, loads: readonly Load[], [ofBare, ofPrism] = ['', '']) => {
    const { perSecond, p50, p99, callerBusy } = medianLoad(loads);
    const all = loads.map((load) => load.perSecond);

    return [
      what,
      show(perSecond),
      show(Math.min(...all)),
      show(Math.max(...all)),
      show(p50, 2),
      show(p99, 2),
      showRatio(ratio(perSecond, bare.perSecond)),
      ofBare,
      showRatio(ratio(perSecond, prism.perSecond)),
      ofPrism,
      `${show(callerBusy * 100)} %`,
    ];
  };

  return {
    title: `mock: fee calls, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s, every answer 2xx`,
    columns: [
      'server',
      'requests/s',
      'least',
      'most',
      'p50 ms',
      'p99 ms',
      '× bare',
      'target',
      '× Prism',
      'target',
      'caller busy',
    ],
    rows: [
      row('tollgate mock', rounds.mock, [
        showTarget(OF_BARE, ratio(ours.perSecond, bare.perSecond)),
        showTarget(OF_PRISM, ratio(ours.perSecond, prism.perSecond)),
      ]),
      row('bare node:http', rounds.bare),
      row('prism mock', rounds.prism),
    ],
    notes: ['A caller that is busy all the time bounds the row: the server could do more.'],
  };
}

function medianLoad(loads: readonly Load[]): Load {
  const of = (figure: keyof Load) => median(loads.map((load) => load[figure]));

  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), callerBusy: of('callerBusy') };
}
