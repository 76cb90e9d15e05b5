/** Where a mock may be fitted to behave otherwise. A mock as the contract has it is fitted with nothing. */
import type { MustRule } from '../contract/rule-ids.ts';
import type { OperationId } from '../contract/types.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Line, Stations } from './line.ts';

export interface Fitting {
  readonly ledger: (ledger: Ledger) => Ledger;
  readonly stations: <O extends OperationId>(operation: O, stations: Stations<O>) => Stations<O>;
  readonly line: (line: Line) => Line;
}

const NOTHING_FITTED: Fitting = {
  ledger: (ledger) => ledger,
  stations: (_operation, stations) => stations,
  line: (line) => line,
};

/** With the defects of these rules. None of them is loaded otherwise. */
export async function loadFitting(rules: readonly MustRule[]): Promise<Fitting> {
  if (rules.length === 0) return NOTHING_FITTED;
  const { fitDefects } = await import('./defects/fit.ts');

  return fitDefects(rules);
}
