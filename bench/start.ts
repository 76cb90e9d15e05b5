/** How long one waits for the mock and for the help, beside how long Node takes to do nothing. */
import type { Benchmark } from './benchmark.ts';
import { createFeeCall } from './fee-call.ts';
import { median, ratio, show, showRatio } from './figures.ts';
import { serve } from './serve.ts';
import type { Table } from './table.ts';
import { atMost, showTarget, type Target } from './target.ts';

const TIMES = 7;

/** In milliseconds. */
const MOCK = atMost(400);
const HELP = atMost(120);

/** Milliseconds, one for each time. */
export interface Starts {
  readonly nothing: readonly number[];
  readonly help: readonly number[];
  readonly mock: readonly number[];
}

export const start: Benchmark = {
  name: 'start',

  async run({ processes, progress }) {
    const call = await createFeeCall();
    const starts: Record<keyof Starts, number[]> = { nothing: [], help: [], mock: [] };

    for (let time = 1; time <= TIMES; time++) {
      progress(`start: ${time} of ${TIMES}`);
      starts.nothing.push((await processes.run(['-e', '0'])).milliseconds);
      starts.help.push((await processes.run(['src/cli/main.ts', '--help'])).milliseconds);
      await using serving = await serve(processes, call, (port) => [
        'src/cli/main.ts',
        'mock',
        '--port',
        `${port}`,
        '--quiet',
      ]);
      starts.mock.push(serving.milliseconds);
    }

    return startTable(starts);
  },
};

export function startTable({ nothing, help, mock }: Starts): Table {
  const row = (what: string, times: readonly number[], target?: Target) => [
    what,
    show(median(times)),
    show(Math.min(...times)),
    show(Math.max(...times)),
    showRatio(ratio(median(times), median(nothing))),
    target === undefined ? '' : showTarget(target, median(times)),
  ];

  return {
    title: `start: milliseconds from start, median of ${nothing.length}`,
    columns: ['what', 'ms', 'least', 'most', '× node -e 0', 'target'],
    rows: [
      row('node -e 0, to its end', nothing),
      row('tollgate --help, to its end', help, HELP),
      row('tollgate mock, to its first fee', mock, MOCK),
    ],
  };
}
