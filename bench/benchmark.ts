/** What a benchmark is: a name, and a measurement that ends in one table. */
import type { Processes } from './processes.ts';
import type { Table } from './table.ts';

/** What a benchmark may use. */
export interface Bench {
  readonly processes: Processes;
  /** Shows what is measured at the moment; only where a person watches. */
  readonly progress: (text: string) => void;
}

export interface Benchmark {
  /** The name of its file, and what one types to run it alone. */
  readonly name: string;
  /** @throws where what was measured did not do its work, so that the figures would mean nothing */
  readonly run: (bench: Bench) => Promise<Table>;
}
