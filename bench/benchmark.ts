/** A benchmark: a measurement that returns one table, and how long it measures. */
import type { EffortName } from '../conformance/index.ts';
import type { LineUp } from './contenders.ts';
import type { Table } from './table.ts';

/** What a benchmark works with. */
export interface Bench {
  readonly pace: Pace;
  /** An empty folder, which is removed at the end. */
  readonly folder: string;
  /** Finds, starts and checks the servers to compare, at the first call. */
  readonly lineUp: () => Promise<LineUp>;
  /** Shows on a terminal what is being measured. */
  readonly progress: (text: string) => void;
}

/** @throws where a measured process answers wrongly, since its figures would mean nothing */
export type Benchmark = (bench: Bench) => Promise<Table>;

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
  /** The efforts and the number of seeds with which each legal service is judged. */
  readonly legal: { readonly efforts: readonly EffortName[]; readonly seeds: number };
  /** The sizes of the files of recorded traffic, in bytes. */
  readonly traffic: readonly number[];
  /** The judges get every such subject. */
  readonly every: number;
}

/** Long enough for reliable figures. */
export const FULL: Pace = {
  ...{ kind: 'full', rounds: 3, warmUpSeconds: 4, seconds: 5, starts: 7 },
  memory: { calls: 1_000_000, seconds: 60 },
  legal: { efforts: ['quick', 'standard', 'deep'], seeds: 20 },
  traffic: [100_000_000, 1_000_000_000],
  every: 1,
};

/** Just to see that everything works; the slowest servers answer few calls a second. */
export const QUICK: Pace = {
  ...{ kind: 'quick', rounds: 1, warmUpSeconds: 2, seconds: 3, starts: 1 },
  memory: { calls: 20_000, seconds: 3 },
  legal: { efforts: ['quick'], seeds: 1 },
  traffic: [50_000_000],
  every: 12,
};

/** Measures each of these once a round, so that they take turns. */
export async function inTurns<Subject extends { readonly name: string }, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  progress: (text: string) => void,
  measure: (subject: Subject) => Promise<Figure>,
): Promise<readonly { readonly subject: Subject; readonly figures: readonly Figure[] }[]> {
  const all = subjects.map((subject) => ({ subject, figures: [] as Figure[] }));
  for (let round = 1; round <= rounds; round++)
    for (const { subject, figures } of all) {
      progress(`round ${round} of ${rounds}, ${subject.name}`);
      figures.push(await measure(subject));
    }

  return all;
}
