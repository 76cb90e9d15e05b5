/** The judgement of one rule on a run with a fault. */
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { type ObservedClient, observeClient } from '../observe-client.ts';
import type { ClientRun } from '../run-client.ts';

export type Judgement =
  | { readonly kind: 'holds' }
  | {
      readonly kind: 'violation';
      readonly expected: string;
      readonly got: string;
      readonly exchanges: readonly Exchange[];
      readonly doubt?: Doubt;
    }
  /** The run does not show whether the rule holds. */
  | { readonly kind: 'not-judged'; readonly why: string };

/** Why tests that depend on each other would look the same. */
export interface Doubt {
  readonly why: string;
  /** Whether the run proves that the command continues after a failed check, so that the doubt remains. */
  readonly isCertain: boolean;
}

/** @param baseline the run of the same client without the fault */
export type Judge = (run: ClientRun, baseline: ClientRun) => Judgement;

export const HOLDS: Judgement = { kind: 'holds' };

export function notJudged(why: string): Judgement {
  return { kind: 'not-judged', why };
}

/** Judges a run by the observer of a rule. */
export function byObserver(id: ClientRuleId): Judge {
  return ({ exchanges }) => {
    const observed = observeRun(exchanges, (rule) => rule === id);
    const [first] = observed.findings;
    if (first === undefined)
      return observed.exercised(id) > 0 ? HOLDS : notJudged('no request of the run shows it');
    const { expected, got, related = [] } = first.finding;

    return { kind: 'violation', expected, got, exchanges: [...related, first.exchange] };
  };
}

/** Tests that depend on each other go on after a failure, and the command fails. */
export function ifPassed(judge: Judge): Judge {
  return (run, baseline) =>
    run.passed ? judge(run, baseline) : notJudged('the command failed, as it may after a refusal');
}

export function observeRun(
  exchanges: readonly Exchange[],
  selects: (id: ClientRuleId) => boolean,
): ObservedClient {
  const observed = observeClient({ source: 'mock', selects });
  for (const exchange of exchanges) observed.observe(exchange);

  return observed;
}
