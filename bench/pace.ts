/** How long the benchmarks measure: long enough for reliable figures, or just to see that everything works. */
import type { EffortName } from '../conformance/index.ts';

export interface Pace {
  readonly kind: 'full' | 'quick';
  /** How often each load is repeated; the servers take turns. */
  readonly rounds: number;
  /** Lets a just-in-time compiler warm up. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** How often each start is timed. */
  readonly starts: number;
  /** The memory is read after this many calls or seconds, whichever comes first. */
  readonly memory: { readonly calls: number; readonly seconds: number };
  /** How many minutes a soak takes, and how many seconds of full load precede it. */
  readonly soak: { readonly minutes: number; readonly fullLoadSeconds: number };
  /** The efforts and the number of seeds with which each legal service is judged. */
  readonly legal: { readonly efforts: readonly EffortName[]; readonly seeds: number };
  /** The sizes of the files of recorded traffic. */
  readonly traffic: { readonly bytes: readonly number[] };
}

export const FULL: Pace = {
  kind: 'full',
  rounds: 3,
  warmUpSeconds: 4,
  seconds: 5,
  starts: 7,
  memory: { calls: 1_000_000, seconds: 60 },
  soak: { minutes: 10, fullLoadSeconds: 10 },
  legal: { efforts: ['quick', 'standard', 'deep'], seeds: 20 },
  traffic: { bytes: [100_000_000, 1_000_000_000] },
};

export const QUICK: Pace = {
  kind: 'quick',
  rounds: 1,
  // The slowest servers answer few calls a second.
  warmUpSeconds: 2,
  seconds: 3,
  starts: 1,
  memory: { calls: 20_000, seconds: 3 },
  soak: { minutes: 0.25, fullLoadSeconds: 2 },
  legal: { efforts: ['quick'], seeds: 1 },
  traffic: { bytes: [50_000_000] },
};
