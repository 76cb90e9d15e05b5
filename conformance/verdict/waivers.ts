/** Weighs the results of a run: whether a rule counts, which failures are accepted, which waivers are out of date. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';
import { nearest } from '../../src/reading/nearest.ts';
import type { EffortName, ReportRule } from '../report/report.ts';
import { type RuleStatus, statusFrom } from '../report/rule-status.ts';
import type { Outcome, RuleResult, SkipCause } from '../runner/outcome.ts';
import type { RunDescription } from './counting.ts';
import { covers, parseShape, wouldFail } from './failure-shape/shape.ts';
import { requirementOn } from './profile.ts';
import type { Waiver } from './read-accepted.ts';

/** Why a rule does not count. `by` is the failed rule that blocks it, where it did not fail itself. */
export type Suppression =
  | { readonly kind: 'waived'; readonly waiver: Waiver; readonly by?: AnyRuleId }
  /** `since` is when the failure was first reported, in ISO 8601. */
  | { readonly kind: 'known'; readonly since: string; readonly by?: AnyRuleId };

/** One way in which a rule failed. */
export interface WeighedFailure {
  readonly kind: 'fail' | 'unstable';
  /** Absent of a client, whose waivers accept every failure of their rule. */
  readonly shape?: string;
  readonly suppression?: Suppression;
}

/** A rule with all that waivers and verdict depend on. */
export interface ShownRuleResult<F extends WeighedFailure = WeighedFailure>
  extends Pick<RuleResult, 'level' | 'held' | 'exercised'> {
  readonly id: AnyRuleId;
  readonly revision?: number;
  readonly disputed?: string;
  readonly outcome: Pick<Outcome, 'kind'> & {
    readonly by?: AnyRuleId;
    readonly cause?: SkipCause;
    readonly why?: string;
    readonly unfinished?: string;
  };
  /** Those that count come first; empty for a rule that did not fail. */
  readonly failures: readonly F[];
}

/** What a rule means for the verdict. */
interface Weight {
  /** Whether a failure of the rule would count. */
  readonly counts: boolean;
  readonly status: RuleStatus;
  /** What accepts all its failures, or those of the rule that blocks it. */
  readonly suppression?: Suppression;
}

export type WeighedResult<R extends ShownRuleResult = ShownRuleResult> = R & Weight;

export interface WeighedRun<R extends ShownRuleResult = ShownRuleResult> {
  /** Where a rule failed in several ways, its outcome is that of the first failure that counts. */
  readonly results: readonly WeighedResult<R>[];
  /** Waivers to renew or remove: the last day is over, or the failure no longer occurs. */
  readonly outOfDate: readonly { readonly kind: 'expired' | 'stale'; readonly waiver: Waiver }[];
  /** Rules that failed in the baseline and pass. */
  readonly fixed: readonly AnyRuleId[];
  /** What to do about the waivers, and what was fixed, in sentences. */
  readonly remarks: readonly string[];
}

export interface WeighingOptions
  extends Partial<Pick<RunDescription, 'must' | 'profile' | 'baseline' | 'waivers'>> {
  readonly strict: boolean;
  readonly today: Day;
  readonly effort: EffortName;
  /** Traffic of others may not show a failure each time, so that no waiver is stale. */
  readonly passive?: true | undefined;
}

/**
 * Decides of each rule whether it counts, by its level, the options and the profile, and what accepts its failures: a
 * failure does not count if a current waiver covers its shape, or else if the baseline has it. A blocked rule does not
 * count if no failure of the blocking rule counts.
 */
export function weigh<R extends ShownRuleResult>(
  given: readonly R[],
  options: WeighingOptions,
): WeighedRun<R> {
  const { waivers = [], baseline, today, effort, passive } = options;
  const known = new Map((baseline?.rules ?? []).filter(isFailedIn).map((rule) => [rule.id, rule]));
  const current = waivers.filter(({ until }) => today <= until);
  const judged = given.map((result) =>
    suppress(result, current, known.get(result.id), baseline?.startedAt ?? ''),
  );
  const byId = new Map<AnyRuleId, R>(judged.map((result) => [result.id, result]));
  const failuresOf = (id: AnyRuleId) => byId.get(id)?.failures ?? [];
  const shapesOf = (failures: readonly WeighedFailure[]) => failures.flatMap(({ shape }) => shape ?? []);
  const outOfDate = waivers.flatMap((waiver) => {
    const result = byId.get(waiver.rule);
    // A rule that was not judged says nothing about its waivers.
    if (result === undefined || !(isFailed(result) || result.outcome.kind === 'pass')) return [];
    if (passive === undefined && isStale(waiver, result, effort)) return { kind: 'stale' as const, waiver };

    return today > waiver.until ? { kind: 'expired' as const, waiver } : [];
  });
  const fixed = [...known]
    .filter(([id, { outcome }]) => outcome === 'fail' && byId.get(id)?.outcome.kind === 'pass')
    .map(([id]) => id);
  const unmatched = current.flatMap((waiver) => {
    const all = failuresOf(waiver.rule);
    const counting = all.filter(({ suppression }) => suppression === undefined);
    const suggestion = all.some((failure) => isCovered(failure, waiver))
      ? undefined
      : nearest(waiver.shape, shapesOf(counting));

    return suggestion === undefined
      ? []
      : `The waiver for ${waiver.rule} (${waiver.shape}) covers none of its failures. Did you mean shape: ${JSON.stringify(suggestion)}?`;
  });
  const withoutShape = current.flatMap(({ rule, shape }) => {
    const shapes = [...new Set(shapesOf(failuresOf(rule)))];
    const list = shapes.map((one) => JSON.stringify(one)).join(', ');
    if (shape !== undefined || shapes.length === 0) return [];

    return shapes.length === 1
      ? `The waiver for ${rule} has no shape and would cover any other failure as well: add shape: ${list}.`
      : `The waiver for ${rule} has no shape and covers none of ${shapes.length} failures: add those that you accept of shape: [${list}].`;
  });

  return {
    results: judged.map((result) => {
      const by = failedRuleBehind(result.id, byId);
      const own = by === undefined ? undefined : failuresOf(by)[0]?.suppression;
      const suppression = own && by !== undefined && by !== result.id ? { ...own, by } : own;
      const counts = doesCount(result, options);

      return {
        ...{ ...result, counts },
        status: statusFrom(result.outcome.kind, result.level, counts, suppression?.kind),
        ...(suppression && { suppression }),
      };
    }),
    outOfDate,
    fixed,
    remarks: [
      ...outOfDate.map(describeOutOfDate),
      ...unmatched,
      ...withoutShape,
      ...(fixed.length === 0 ? [] : [`Fixed since the baseline: ${fixed.join(', ')}.`]),
    ],
  };
}

function describeOutOfDate({ kind, waiver }: WeighedRun['outOfDate'][number]): string {
  const { rule, shape, until } = waiver;
  const which = `The waiver for ${rule}${shape === undefined ? '' : ` (${shape})`}`;
  if (kind === 'expired') return `${which} expired on ${until}: renew or remove it.`;

  return `${which} is stale because ${shape === undefined ? 'the rule passes' : 'this failure no longer occurs'}: remove it.`;
}

/** Whether a failure of the rule counts against the verdict. */
function doesCount(
  result: ShownRuleResult,
  { strict, must = () => false, profile }: WeighingOptions,
): boolean {
  if (profile !== undefined) return requirementOn(result, profile) !== undefined;
  const { id, level } = result;

  return level === 'must' || (level === 'should' && (strict || must(id)));
}

function isFailed({ outcome }: ShownRuleResult): boolean {
  return outcome.kind === 'fail' || outcome.kind === 'unstable';
}

function isFailedIn({ outcome }: ReportRule): boolean {
  return outcome === 'fail' || outcome === 'unstable';
}

/**
 * The failures that count come first, confirmed ones before unstable ones; the first decides the outcome.
 *
 * @param known the rule in the baseline, where it failed
 * @param reportedAt when the baseline was made
 */
function suppress<R extends ShownRuleResult>(
  result: R,
  current: readonly Waiver[],
  known: ReportRule | undefined,
  reportedAt: string,
): R {
  if (!isFailed(result)) return result;
  const waivers = current.filter(({ rule }) => rule === result.id);
  const isSingle = new Set(result.failures.map(({ shape }) => shape)).size === 1;
  const suppressionOf = (failure: WeighedFailure): Suppression | undefined => {
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
  const rank = ({ kind, suppression }: WeighedFailure) =>
    suppression !== undefined ? 2 : kind === 'fail' ? 0 : 1;
  const failures = result.failures
    .map((failure) => {
      const suppression = suppressionOf(failure);

      return suppression === undefined ? failure : { ...failure, suppression };
    })
    .toSorted((one, other) => rank(one) - rank(other));
  const { kind } = failures[0] ?? result.outcome;

  return { ...result, failures, outcome: { ...result.outcome, kind } };
}

/** Whether a waiver covers the failure: one of the same shape, or any if failures have none. */
function isCovered(
  { shape }: Pick<WeighedFailure, 'shape'>,
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

/** The rule itself if it failed, or the failed rule that blocks it. */
function failedRuleBehind(
  id: AnyRuleId,
  results: ReadonlyMap<AnyRuleId, ShownRuleResult>,
  seen: readonly AnyRuleId[] = [],
): AnyRuleId | undefined {
  const result = results.get(id);
  if (result !== undefined && isFailed(result)) return id;
  const by = result?.outcome.by;

  return by === undefined || seen.includes(id) ? undefined : failedRuleBehind(by, results, [...seen, id]);
}

/**
 * Whether the failure did not occur although it was tried: a request with all traits of the shape did not fail, or the
 * rule passed at an effort above `quick`.
 */
function isStale(
  { shape, fails }: Waiver,
  { outcome, failures, held = [] }: ShownRuleResult,
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
