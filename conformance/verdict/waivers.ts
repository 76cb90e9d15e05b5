/** Whether waivers and a baseline accept a failure, and whether a waiver is stale. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { EffortName, ReportCounterexample, ReportRule } from '../report/report.ts';
import type { Outcome, RuleResult, SkipCause } from '../runner/outcome.ts';
import { covers, parseShape, wouldFail } from './failure-shape/shape.ts';
import type { Waiver } from './read-accepted.ts';

/** Why a rule does not count. `by` is the failed rule that blocks it, where it did not fail itself. */
export type Suppression =
  | { readonly kind: 'waived'; readonly waiver: Waiver; readonly by?: AnyRuleId }
  /** `since` is when the failure was first reported, in ISO 8601. */
  | { readonly kind: 'known'; readonly since: string; readonly by?: AnyRuleId };

/** One way in which a rule failed, as the report shows it. Its texts are not masked and not shortened. */
export interface ShownFailure extends Failed {
  /** Absent of a client, whose waivers accept every failure of their rule. */
  readonly shape?: string;
  readonly reason: string;
  readonly counterexample: ReportCounterexample;
  readonly replay?: string | undefined;
  readonly suppression?: Suppression;
}

interface Failed {
  readonly kind: 'fail' | 'unstable';
}

export interface ShownResult extends RuleResult<AnyRuleId, Failed> {
  readonly outcome: Outcome<Failed> & {
    readonly by?: AnyRuleId;
    readonly cause?: SkipCause;
    readonly why?: string;
    readonly unfinished?: string;
  };
  /** Those that count come first; empty for a rule that did not fail. */
  readonly failures: readonly ShownFailure[];
}

/**
 * The failures that count come first, confirmed ones before unstable ones; the first decides the outcome.
 *
 * @param known the rule in the baseline, where it failed
 * @param reportedAt when the baseline was made
 */
export function suppress(
  result: ShownResult,
  current: readonly Waiver[],
  known: ReportRule | undefined,
  reportedAt: string,
): ShownResult {
  const waivers = current.filter(({ rule }) => rule === result.id);
  const isSingle = new Set(result.failures.map(({ shape }) => shape)).size === 1;
  const suppressionOf = (failure: ShownFailure): Suppression | undefined => {
    const waiver =
      waivers.find((one) => isCovered(failure, one)) ??
      (isSingle ? waivers.find(({ shape }) => shape === undefined) : undefined);
    if (waiver !== undefined) return { kind: 'waived', waiver };
    if (known === undefined) return undefined;
    const fails = known.outcome === 'unstable' ? 'sometimes' : 'always';
    const isKnown = [known, ...(known.otherFailures ?? [])].some(({ shape = '' }) =>
      isCovered(failure, { shape, fails }),
    );

    return isKnown ? { kind: 'known', since: known.known?.since ?? reportedAt } : undefined;
  };
  const rank = ({ kind, suppression }: ShownFailure) =>
    suppression !== undefined ? 2 : kind === 'fail' ? 0 : 1;
  const failures = result.failures
    .map((failure) => {
      const suppression = suppressionOf(failure);

      return suppression === undefined ? failure : { ...failure, suppression };
    })
    .toSorted((one, other) => rank(one) - rank(other));
  const { kind } = failures[0] ?? result.outcome;

  return { ...result, failures, outcome: { ...result.outcome, kind } as ShownResult['outcome'] };
}

/** Whether a waiver covers the failure: one of the same shape, or any if failures have none. */
export function isCovered(
  { shape }: Pick<ShownFailure, 'shape'>,
  waiver: { readonly shape?: string; readonly fails: Waiver['fails'] },
): boolean {
  return shape === undefined || coversText(waiver.shape, shape, waiver.fails === 'sometimes');
}

/**
 * Whether the shapes are equal, or the second only has more traits. A shape without traits means that plain calls fail;
 * a failure with a trait is then another one, unless neither depends on the request.
 *
 * @param isFlaky whether the known failure occurs only sometimes, with any request
 */
function coversText(known: string | undefined, shape: string, isFlaky = false): boolean {
  if (known === undefined || known === shape) return known === shape;
  const parsed = parseShape(known);

  return (isFlaky || parsed.traits.length > 0) && covers(parsed, parseShape(shape));
}

/**
 * Whether the failure did not occur although it was tried: a request with all traits of the shape did not fail, or the
 * rule passed at an effort above `quick`.
 */
export function isStale(
  { shape, fails }: Waiver,
  { outcome, failures, held = [] }: ShownResult,
  effort: EffortName,
): boolean {
  if (fails === 'sometimes') return false;
  if (outcome.kind === 'pass' && (shape === undefined || effort !== 'quick')) return true;
  if (shape === undefined || outcome.unfinished !== undefined) return false;
  const known = parseShape(shape);

  return (
    !failures.some((failure) => isCovered(failure, { shape, fails })) &&
    held.some((request) => wouldFail(known, request))
  );
}
