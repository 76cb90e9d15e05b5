/** How long a run takes its time: for figures to go by, or just long enough to see that everything works. */
import type { EffortName } from '../conformance/index.ts';

export interface Pace {
  readonly kind: 'full' | 'quick';
  /** Of each load, interleaved. */
  readonly rounds: number;
  /** Long enough for a just-in-time compiler. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** How often each start is timed. */
  readonly starts: number;
  /** After how many calls the memory is looked at, or after how many seconds, whichever comes first. */
  readonly memory: { readonly calls: number; readonly seconds: number };
  /** How many minutes a soak takes, and after how many seconds of full load. */
  readonly soak: { readonly minutes: number; readonly fullLoadSeconds: number };
  /** At which efforts each legal service is judged, and by how many seeds. */
  readonly legal: { readonly efforts: readonly EffortName[]; readonly seeds: number };
  /** Of how many bytes each file of recorded traffic is. */
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
  // The slowest answer few calls a second.
  warmUpSeconds: 2,
  seconds: 3,
  starts: 1,
  memory: { calls: 20_000, seconds: 3 },
  soak: { minutes: 0.25, fullLoadSeconds: 2 },
  legal: { efforts: ['quick'], seeds: 1 },
  traffic: { bytes: [50_000_000] },
};
