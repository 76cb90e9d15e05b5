/** A benchmark: a name, and a measurement that returns one table. */
import type { LineUp } from './contenders/line-up.ts';
import type { Pace } from './pace.ts';
import type { Processes } from './processes.ts';
import type { Table } from './table.ts';

/** What a benchmark works with. */
export interface Bench {
  readonly processes: Processes;
  readonly pace: Pace;
  /** Finds, starts and checks the servers to compare, at the first call. */
  readonly lineUp: () => Promise<LineUp>;
  /** Shows on a terminal what is being measured. */
  readonly progress: (text: string) => void;
}

export interface Benchmark {
  /** The name of its file, and the argument that runs it alone. */
  readonly name: string;
  /** `when asked for`: too slow to run by default. */
  readonly runs: 'always' | 'when asked for';
  /** @throws where a measured process answers wrongly, since its figures would mean nothing */
  readonly run: (bench: Bench) => Promise<Table>;
}
