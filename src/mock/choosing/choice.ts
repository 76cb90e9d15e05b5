/** What an option of a choice can do to a mock: small hooks, of which most options need one. */
import type { ChoiceName, OptionOf } from '../../contract/choices.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Stations } from '../line.ts';
import type { Writing } from './writing.ts';

/** A JSON object, of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Hooks {
  /** How answers are written. */
  readonly writing?: Partial<Writing>;
  /** What stands along the line. Called anew for each request, so that a station may remember it for the next one. */
  readonly stations?: FitStations;
  readonly ledger?: (ledger: Ledger) => Ledger;
}

export type FitStations = <O extends OperationId>(operation: O, stations: Stations<O>) => Stations<O>;

export interface Choice<N extends ChoiceName> {
  readonly name: N;
  /** Each mock gets hooks, and a memory, of its own. */
  readonly options: { readonly [O in OptionOf<N>]: () => Hooks };
}

/** Keeps the name in the type, so that the list can tell whether a choice is there with all its options. */
export function choice<N extends ChoiceName>(
  name: N,
  options: { readonly [O in OptionOf<N>]: () => Hooks },
): Choice<N> {
  return { name, options };
}

/** The hooks of what the mock does anyway. */
export function asEver(): Hooks {
  return {};
}

/** Hooks that write something otherwise. */
export function writing(otherwise: Partial<Writing>): () => Hooks {
  return () => ({ writing: otherwise });
}
