/** Applies waivers and a baseline to the results of a run: finds accepted failures, and waivers that are out of date. */
import type { AnyRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { Day } from '../../../src/engine/day.ts';
import { nearest } from '../../../src/reading/nearest.ts';
import type { EffortName } from '../../report/report.ts';
import type { Failure, Outcome, RuleResult } from '../../runner/outcome.ts';
import { covers, formatShape, parseShape, shapeOf, wouldFail } from '../failure-shape/shape.ts';
import { type Baseline, type KnownFailure, knownFailures } from './baseline.ts';
import type { Waiver } from './waiver-file.ts';

/** Why a rule does not count. `by` is the failed rule that blocks it, where it did not fail itself. */
export type Suppression =
  | { readonly kind: 'waived'; readonly waiver: Waiver; readonly by?: AnyRuleId }
  /** `since` is when the failure was first reported, in ISO 8601. */
  | { readonly kind: 'known'; readonly since: string; readonly by?: AnyRuleId };

interface ShapedFailure {
  readonly failure: Failure;
  readonly shape: string;
  readonly suppression?: Suppression;
}

export interface WaiverResult {
  /** Where a rule failed in several ways, its outcome is the first failure that counts. */
  readonly results: readonly RuleResult[];
  /** For each rule that does not count. */
  readonly suppressions: ReadonlyMap<AnyRuleId, Suppression>;
  /** All failures of each failed rule; those that count come first. */
  readonly failures: ReadonlyMap<AnyRuleId, readonly ShapedFailure[]>;
  /** Waivers to renew or remove: the last day is over, or the failure no longer occurs. */
  readonly outOfDate: readonly { readonly kind: 'expired' | 'stale'; readonly waiver: Waiver }[];
  /** Waivers without a shape, with the shapes in which the rule fails: they cover a single one, and none of several. */
  readonly withoutShape: readonly { readonly waiver: Waiver; readonly shapes: readonly string[] }[];
  /** Waivers that cover no failure of their rule, with the most similar shape that counts. */
  readonly unmatched: readonly { readonly waiver: Waiver; readonly suggestion: string }[];
  /** Rules that failed in the baseline and pass. */
  readonly fixed: readonly AnyRuleId[];
}

interface WaiverOptions {
  readonly waivers: readonly Waiver[];
  readonly baseline: Baseline | undefined;
  readonly today: Day;
  readonly effort: EffortName;
}

/**
 * A failure does not count if a current waiver covers its shape, or else if the baseline has it. A blocked rule does not
 * count if no failure of the blocking rule counts.
 */
export function applyWaivers(
  results: readonly RuleResult[],
  { waivers, baseline, today, effort }: WaiverOptions,
): WaiverResult {
  const known = knownFailures(baseline);
  const current = waivers.filter(({ until }) => today <= until);
  const byId = new Map<AnyRuleId, RuleResult>(results.map((result) => [result.id, result]));
  const failures = new Map<AnyRuleId, readonly ShapedFailure[]>(
    results.flatMap(({ id, outcome }) => {
      const ofRule = current.filter(({ rule }) => rule === id);

      return isFailed(outcome) ? [[id, suppressFailures(id, outcome, ofRule, known.get(id))]] : [];
    }),
  );
  const failuresOf = (id: AnyRuleId) => failures.get(id) ?? [];

  return {
    results: results.map((result) => putCountingFirst(result, failuresOf(result.id))),
    suppressions: new Map(
      results.flatMap(({ id }): readonly (readonly [AnyRuleId, Suppression])[] => {
        const by = failedRuleBehind(id, byId);
        const suppression = by === undefined ? undefined : failuresOf(by)[0]?.suppression;
        if (by === undefined || suppression === undefined) return [];

        return [[id, by === id ? suppression : { ...suppression, by }]];
      }),
    ),
    failures,
    outOfDate: waivers.flatMap((waiver) => {
      const result = byId.get(waiver.rule);
      // A rule that was not judged says nothing about its waivers.
      if (result === undefined || !(isFailed(result.outcome) || result.outcome.kind === 'pass')) return [];
      if (isStale(waiver, result, failuresOf(waiver.rule), effort)) return { kind: 'stale', waiver };

      return today > waiver.until ? { kind: 'expired', waiver } : [];
    }),
    withoutShape: current.flatMap((waiver) => {
      const shapes = [...new Set(failuresOf(waiver.rule).map(({ shape }) => shape))];

      return waiver.shape !== undefined || shapes.length === 0 ? [] : { waiver, shapes };
    }),
    unmatched: current.flatMap((waiver) => {
      const all = failuresOf(waiver.rule);
      const counting = all.filter(({ suppression }) => suppression === undefined);
      const suggestion = all.some(({ shape }) =>
        coversText(waiver.shape, shape, waiver.fails === 'sometimes'),
      )
        ? undefined
        : nearest(
            waiver.shape,
            counting.map(({ shape }) => shape),
          );

      return suggestion === undefined ? [] : { waiver, suggestion };
    }),
    fixed: [...known]
      .filter(([id, { isConfirmed }]) => isConfirmed && byId.get(id)?.outcome.kind === 'pass')
      .map(([id]) => id),
  };
}

type FailedOutcome = Extract<Outcome, { readonly kind: 'fail' | 'unstable' }>;

function isFailed(outcome: Outcome | undefined): outcome is FailedOutcome {
  return outcome?.kind === 'fail' || outcome?.kind === 'unstable';
}

/** The failures that count come first, confirmed ones before unstable ones. */
function suppressFailures(
  id: AnyRuleId,
  { others = [], unfinished: _, ...first }: FailedOutcome,
  waivers: readonly Waiver[],
  known: KnownFailure | undefined,
): readonly ShapedFailure[] {
  const shaped = [first, ...others].map((failure) => ({
    failure,
    shape: formatShape(shapeOf(id, failure.counterexample)),
  }));
  const isSingle = new Set(shaped.map(({ shape }) => shape)).size === 1;
  const suppressionOf = (shape: string): Suppression | undefined => {
    const waiver =
      waivers.find((one) => coversText(one.shape, shape, one.fails === 'sometimes')) ??
      (isSingle ? waivers.find((one) => one.shape === undefined) : undefined);
    if (waiver !== undefined) return { kind: 'waived', waiver };

    return known?.shapes.some((one) => coversText(one, shape, !known.isConfirmed))
      ? { kind: 'known', since: known.since }
      : undefined;
  };
  const rank = ({ failure, suppression }: ShapedFailure) =>
    suppression !== undefined ? 2 : failure.kind === 'fail' ? 0 : 1;

  return shaped
    .map(({ failure, shape }): ShapedFailure => {
      const suppression = suppressionOf(shape);

      return { failure, shape, ...(suppression === undefined ? {} : { suppression }) };
    })
    .toSorted((one, other) => rank(one) - rank(other));
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

function putCountingFirst(result: RuleResult, failures: readonly ShapedFailure[]): RuleResult {
  const { outcome } = result;
  const [first, ...others] = failures.map(({ failure }) => failure);
  if (first === undefined || !isFailed(outcome)) return result;
  const { unfinished } = outcome;

  return {
    ...result,
    outcome: {
      ...first,
      ...(others.length === 0 ? {} : { others }),
      ...(unfinished === undefined ? {} : { unfinished }),
    },
  };
}

/** The rule itself if it failed, or the failed rule that blocks it. */
function failedRuleBehind(
  id: AnyRuleId,
  results: ReadonlyMap<AnyRuleId, RuleResult>,
  seen: readonly AnyRuleId[] = [],
): AnyRuleId | undefined {
  const outcome = results.get(id)?.outcome;
  if (isFailed(outcome)) return id;
  if (outcome?.kind !== 'blocked' || seen.includes(id)) return undefined;

  return failedRuleBehind(outcome.by, results, [...seen, id]);
}

/**
 * Whether the failure did not occur although it was tried: a request with all traits of the shape did not fail, or the
 * rule passed at an effort above `quick`.
 */
function isStale(
  { shape, fails }: Waiver,
  { outcome, held = [] }: RuleResult,
  failures: readonly ShapedFailure[],
  effort: EffortName,
): boolean {
  if (fails === 'sometimes') return false;
  if (outcome.kind === 'pass' && (shape === undefined || effort !== 'quick')) return true;
  if (shape === undefined || (isFailed(outcome) && outcome.unfinished !== undefined)) return false;
  const known = parseShape(shape);

  return (
    !failures.some((failure) => coversText(shape, failure.shape)) &&
    held.some((request) => wouldFail(known, request))
  );
}
