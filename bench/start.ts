/** Measures how long the mock, the help and other servers take to start, compared with `node -e 0`. */
import type { Benchmark } from './benchmark.ts';
import { atMost, median, ratio, show, showRatio, showTarget, type Target } from './figures.ts';
import type { Table } from './table.ts';

/** In milliseconds. */
const MOCK = atMost(300);
const HELP = atMost(100);

/** In milliseconds, one for each start. */
export interface Starts {
  readonly nothing: readonly number[];
  readonly help: readonly number[];
  /** The time to the first fee, by server; the mock comes first. */
  readonly servers: ReadonlyMap<string, readonly number[]>;
}

export const start: Benchmark = {
  name: 'start',
  runs: 'always',

  async run({ processes, pace, lineUp, progress }) {
    const { contestants, missing } = await lineUp();
    const nothing: number[] = [];
    const help: number[] = [];
    const servers = new Map(contestants.map(({ name }) => [name, [] as number[]]));

    for (let time = 1; time <= pace.starts; time++) {
      progress(`start: ${time} of ${pace.starts}`);
      nothing.push((await processes.run(['-e', '0'])).milliseconds);
      help.push((await processes.run(['cli/tollgate.js', '--help'])).milliseconds);
      for (const { name, serve } of contestants) {
        await using serving = await serve();
        servers.get(name)?.push(serving.milliseconds);
      }
    }

    return startTable({ nothing, help, servers }, missing);
  },
};

/** @param missing a line for each server that was left out */
export function startTable({ nothing, help, servers }: Starts, missing: readonly string[]): Table {
  const bare = servers.get('bare node:http');
  const row = (what: string, times: readonly number[], target?: Target) => [
    what,
    show(median(times)),
    show(Math.min(...times)),
    show(Math.max(...times)),
    showRatio(ratio(median(times), median(nothing))),
    bare === undefined ? '' : showRatio(ratio(median(times), median(bare))),
    target === undefined ? '' : showTarget(target, median(times)),
  ];

  return {
    title: `start: milliseconds from start, median of ${nothing.length}`,
    columns: ['what', 'ms', 'least', 'most', '× node -e 0', '× bare', 'target'],
    rows: [
      row('node -e 0, to its end', nothing),
      row('tollgate --help, to its end', help, HELP),
      ...[...servers].map(([name, times], at) =>
        row(`${name}, to its first fee`, times, at === 0 ? MOCK : undefined),
      ),
    ],
    notes: missing,
  };
}
