/** Weighs the results of a run: whether each rule counts, what accepts its failures, which waivers are out of date. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';
import { nearest } from '../../src/reading/nearest.ts';
import type { EffortName, ReportRule } from '../report/report.ts';
import { type RuleStatus, statusFrom } from '../report/rule-status.ts';
import type { RunDescription } from './counting.ts';
import { requirementOn } from './profile.ts';
import type { Waiver } from './read-accepted.ts';
import {
  isCovered,
  isStale,
  type ShownFailure,
  type ShownResult,
  type Suppression,
  suppress,
} from './waivers.ts';

/** A result with what it means for the verdict. Where a rule failed in several ways, its outcome is that of the first. */
export interface WeighedResult extends ShownResult {
  /** Whether a failure of the rule would count. */
  readonly counts: boolean;
  readonly status: RuleStatus;
  /** What accepts all its failures, or those of the rule that blocks it. */
  readonly suppression?: Suppression;
}

/** A waiver to renew or remove: the last day is over, or the failure no longer occurs. */
interface OutOfDate {
  readonly kind: 'expired' | 'stale';
  readonly waiver: Waiver;
}

export type WeighedRun = Readonly<ReturnType<typeof weigh>>;

interface WeighingOptions extends Partial<Pick<RunDescription, 'must' | 'profile' | 'baseline' | 'waivers'>> {
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
export function weigh(given: readonly ShownResult[], options: WeighingOptions) {
  const { waivers = [], baseline, today, effort, passive } = options;
  const known = new Map(
    baseline?.rules.flatMap((rule) => (hasFailed(rule.outcome) ? [[rule.id, rule] as const] : [])),
  );
  const current = waivers.filter(({ until }) => today <= until);
  const judged = given.map((result) =>
    isFailed(result) ? suppress(result, current, known.get(result.id), baseline?.startedAt ?? '') : result,
  );
  const byId = new Map<AnyRuleId, ShownResult>(judged.map((result) => [result.id, result]));
  const failuresOf = (id: AnyRuleId) => byId.get(id)?.failures ?? [];
  const shapesOf = (failures: readonly ShownFailure[]) => failures.flatMap(({ shape }) => shape ?? []);
  const outOfDate = waivers.flatMap((waiver): readonly OutOfDate[] => {
    const result = byId.get(waiver.rule);
    // A rule that was not judged says nothing about its waivers.
    if (result === undefined || !(isFailed(result) || result.outcome.kind === 'pass')) return [];
    if (passive === undefined && isStale(waiver, result, effort)) return [{ kind: 'stale', waiver }];

    return today > waiver.until ? [{ kind: 'expired', waiver }] : [];
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
    results: judged.map((result): WeighedResult => {
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
    /** Rules that failed in the baseline and pass. */
    fixed,
    /** What to do about the waivers, and what was fixed, in sentences. */
    remarks: [
      ...outOfDate.map(describeOutOfDate),
      ...unmatched,
      ...withoutShape,
      ...(fixed.length === 0 ? [] : [`Fixed since the baseline: ${fixed.join(', ')}.`]),
    ],
  };
}

function describeOutOfDate({ kind, waiver }: OutOfDate): string {
  const { rule, shape, until } = waiver;
  const which = `The waiver for ${rule}${shape === undefined ? '' : ` (${shape})`}`;
  if (kind === 'expired') return `${which} expired on ${until}: renew or remove it.`;

  return `${which} is stale because ${shape === undefined ? 'the rule passes' : 'this failure no longer occurs'}: remove it.`;
}

/** Whether a failure of the rule counts against the verdict. */
function doesCount(result: ShownResult, { strict, must = () => false, profile }: WeighingOptions): boolean {
  if (profile !== undefined) return requirementOn(result, profile) !== undefined;
  const { id, level } = result;

  return level === 'must' || (level === 'should' && (strict || must(id)));
}

function isFailed({ outcome }: ShownResult): boolean {
  return hasFailed(outcome.kind);
}

function hasFailed(outcome: ReportRule['outcome']): boolean {
  return outcome === 'fail' || outcome === 'unstable';
}

/** The rule itself if it failed, or the failed rule that blocks it. */
function failedRuleBehind(
  id: AnyRuleId,
  results: ReadonlyMap<AnyRuleId, ShownResult>,
  seen: readonly AnyRuleId[] = [],
): AnyRuleId | undefined {
  const result = results.get(id);
  if (result !== undefined && isFailed(result)) return id;
  const by = result?.outcome.by;

  return by === undefined || seen.includes(id) ? undefined : failedRuleBehind(by, results, [...seen, id]);
}
