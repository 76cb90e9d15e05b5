/** The result of a check for each rule on clients. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { SkipCause } from '../runner/outcome.ts';
import type { Variation } from './client-mock.ts';
import type { ClientRun } from './run-client.ts';

export interface ClientFailure {
  readonly kind: 'fail' | 'unstable';
  readonly expected: string;
  readonly got: string;
  /** How often it failed, where it did not fail every time. */
  readonly often?: { readonly failed: number; readonly attempts: number };
  readonly exchanges: readonly Exchange[];
  /** How the mock differed from its default. */
  readonly variation: Variation;
}

export type ClientOutcome =
  | { readonly kind: 'pass' }
  | ClientFailure
  | { readonly kind: 'skipped'; readonly cause: SkipCause; readonly why: string };

export interface ClientRuleResult {
  readonly id: ClientRuleId;
  readonly outcome: ClientOutcome;
  /** Exchanges that the rule judged. */
  readonly exercised: number;
  /** Requests of the runs that judged it. */
  readonly requests: number;
  /** Of those runs, in milliseconds. */
  readonly durationMs: number;
}

/** A failure counts more than a pass, and a pass more than nothing. */
const WEIGHT = { fail: 3, unstable: 2, pass: 1, skipped: 0 };

interface JudgedRun extends Pick<ClientRuleResult, 'id' | 'outcome' | 'exercised'> {
  readonly run: ClientRun;
}

/** Adds a run to the result of its rule. */
export function addRun(
  earlier: ClientRuleResult | undefined,
  { id, outcome, exercised, run }: JudgedRun,
): ClientRuleResult {
  return {
    id,
    outcome:
      earlier !== undefined && WEIGHT[earlier.outcome.kind] >= WEIGHT[outcome.kind]
        ? earlier.outcome
        : outcome,
    exercised: (earlier?.exercised ?? 0) + exercised,
    requests: (earlier?.requests ?? 0) + run.exchanges.length + run.dropped,
    durationMs: (earlier?.durationMs ?? 0) + Math.round(run.endedAt - run.startedAt),
  };
}
