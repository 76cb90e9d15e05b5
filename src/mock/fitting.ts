/** Where a mock may be fitted to behave otherwise. A mock as the contract has it is fitted with nothing. */
import type { OperationId } from '../contract/types.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Authority } from './authority.ts';
import { createLine, type Line, type Stations } from './line.ts';
import type { MockOptions } from './options.ts';

export interface Fitting {
  readonly authority: (authority: Authority) => Authority;
  /** Methods beside POST by which the operations may be asked. */
  readonly methods: readonly string[];
  readonly ledger: (ledger: Ledger) => Ledger;
  readonly stations: <O extends OperationId>(operation: O, stations: Stations<O>) => Stations<O>;
  readonly createLine: <O extends OperationId>(operation: O, stations: Stations<O>) => Line;
  readonly line: (line: Line) => Line;
  /** In bytes; undefined where it is as ever. */
  readonly largestBody: number | undefined;
}

const NOTHING_FITTED: Fitting = {
  authority: (authority) => authority,
  methods: [],
  ledger: (ledger) => ledger,
  stations: (_operation, stations) => stations,
  createLine: (_operation, stations) => createLine(stations),
  line: (line) => line,
  largestBody: undefined,
};

/**
 * With defects on the inside and choices around them. None of either is loaded unless it is asked for.
 *
 * @returns a function that makes one: each has a memory of its own
 * @throws MockError `unknown-defect`, `unknown-choice`
 */
export async function loadFitting(options: MockOptions): Promise<() => Fitting> {
  const [fitDefects, fitChoices] = await Promise.all([loadDefects(options), loadChoices(options)]);
  const create = () => {
    const [defects, choices] = [fitDefects(), fitChoices()];

    return {
      authority: defects.authority,
      methods: defects.methods,
      stations: defects.stations,
      line: defects.line,
      largestBody: defects.largestBody,
      createLine: choices.createLine,
      ledger: (ledger: Ledger) => choices.ledger(defects.ledger(ledger)),
    };
  };
  // Whatever is wrong with them is told at the start.
  create();

  return create;
}

async function loadDefects({ defects = [] }: MockOptions) {
  if (defects.length === 0) return () => NOTHING_FITTED;
  const { fitDefects } = await import('./defects/fit.ts');

  return () => fitDefects(defects);
}

async function loadChoices({ choices = {}, grease, lenient = false }: MockOptions) {
  if (Object.keys(choices).length === 0 && grease === undefined && !lenient) return () => NOTHING_FITTED;
  const { fitChoices } = await import('./choosing/fit.ts');

  return () => fitChoices({ choices, grease, lenient });
}
