/** What a benchmark is: a name, and a measurement that ends in one table. */
import type { LineUp } from './contenders/line-up.ts';
import type { Pace } from './pace.ts';
import type { Processes } from './processes.ts';
import type { Table } from './table.ts';

/** What a benchmark may use. */
export interface Bench {
  readonly processes: Processes;
  readonly pace: Pace;
  /** The servers to measure side by side, found and checked at the first call. */
  readonly lineUp: () => Promise<LineUp>;
  /** Shows what is measured at the moment; only where a person watches. */
  readonly progress: (text: string) => void;
}

export interface Benchmark {
  /** The name of its file, and what one types to run it alone. */
  readonly name: string;
  /** Whether it takes so long that it runs only when it is asked for. */
  readonly runs: 'always' | 'when asked for';
  /** @throws where what was measured did not do its work, so that the figures would mean nothing */
  readonly run: (bench: Bench) => Promise<Table>;
}
