/** Weighs the results of a run: whether each rule counts, what accepts its failures, which waivers are out of date. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';
import { type EffortName, type ReportCounterexample, type ReportRule, triesFewer } from '../report/report.ts';
import { type RuleStatus, statusFrom } from '../report/rule-status.ts';
import type { RuleOutcome, RuleResult, SkipCause } from '../runner/outcome.ts';
import type { RunDescription } from './counting.ts';
import { covers, parseShape, wouldFail } from './failure-shape/shape.ts';
import { requirementOn } from './profile.ts';
import type { Waiver } from './read-accepted.ts';

/** What accepts a failure: a waiver, or a baseline that has it. `by` is the failed rule that blocks the rule, where it did not fail itself. */
export type Acceptance = Pick<ReportRule, 'waived' | 'known'>;

/** One way in which a rule failed, as the report shows it. Its texts are not masked and not shortened. */
interface ShownFailure extends Failed {
  /** Absent of a client, whose waivers accept every failure of their rule. */
  readonly shape?: string;
  readonly reason: string;
  readonly counterexample: ReportCounterexample;
  readonly replay?: string | undefined;
  readonly accepted?: Acceptance | undefined;
}

interface Failed {
  readonly kind: 'fail' | 'unstable';
}

export interface ShownResult extends RuleResult<AnyRuleId, Failed> {
  readonly outcome: RuleOutcome<Failed> & {
    readonly by?: AnyRuleId;
    readonly cause?: SkipCause;
    readonly why?: string;
    readonly unfinished?: string;
  };
  /** Those that count come first; empty for a rule that did not fail. */
  readonly failures: readonly ShownFailure[];
}

/** A result with what it means for the verdict. Where a rule failed in several ways, its outcome is that of the first. */
export interface WeighedResult extends ShownResult {
  /** Whether a failure of the rule would count. */
  readonly counts: boolean;
  readonly status: RuleStatus;
  /** What accepts all its failures, or those of the rule that blocks it. */
  readonly accepted?: Acceptance | undefined;
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
    accept(result, current, known.get(result.id), baseline?.startedAt ?? ''),
  );
  const byId = new Map<AnyRuleId, ShownResult>(judged.map((result) => [result.id, result]));
  const unseen: Waiver[] = [];
  const outOfDate = waivers.flatMap((waiver): readonly OutOfDate[] => {
    const result = byId.get(waiver.rule);
    const kind = result?.outcome.kind ?? 'skipped';
    // A rule that was not judged says nothing about its waivers.
    if (result === undefined || !(hasFailed(kind) || kind === 'pass')) return [];
    if (passive === undefined && isUnseen(waiver, result)) {
      if (isStale(waiver, result, judged, effort !== 'quick')) return [{ kind: 'stale', waiver }];
      if (effort === 'quick' && today <= waiver.until) unseen.push(waiver);
    }

    return today > waiver.until ? [{ kind: 'expired', waiver }] : [];
  });
  const passing = [...known.values()].flatMap((before) => {
    const result = byId.get(before.id);

    return before.outcome === 'fail' && result?.outcome.kind === 'pass' ? [{ before, result }] : [];
  });
  const isEnough = effort !== 'quick' && !triesFewer(effort, baseline?.effort ?? effort);
  const { fixed = [], elsewhere = [] } = Object.groupBy(passing, ({ before, result }) =>
    isFixed(before, result, judged, isEnough) ? 'fixed' : 'elsewhere',
  );

  return {
    results: judged.map((result): WeighedResult => {
      const by = failedRuleBehind(result.id, byId);
      const own = by === undefined ? undefined : byId.get(by)?.failures[0]?.accepted;
      const accepted = own && by !== undefined && by !== result.id ? blockedBehind(own, by) : own;
      const counts = doesCount(result, options);

      return {
        ...{ ...result, counts, accepted },
        status: statusFrom(result.outcome.kind, result.level, counts, accepted),
      };
    }),
    outOfDate,
    /** Rules that failed in the baseline, and pass with all that failed there. */
    fixed: fixed.map(({ before }) => before.id),
    /** What to do about the waivers, and what was fixed, in sentences. */
    remarks: [
      ...outOfDate.map(describeOutOfDate),
      ...(unseen.length === 0
        ? []
        : [`Waived, and not seen at quick, which sends some cases only: ${unseen.map(nameOf).join(', ')}.`]),
      ...(fixed.length === 0 ? [] : [`Fixed since the baseline: ${idsOf(fixed)}.`]),
      ...(elsewhere.length === 0
        ? []
        : [`Failed in the baseline, and passed this time, perhaps with other calls: ${idsOf(elsewhere)}.`]),
    ],
  };
}

function idsOf(rules: readonly { readonly before: ReportRule }[]): string {
  return rules.map(({ before }) => before.id).join(', ');
}

function blockedBehind({ waived, known }: Acceptance, by: AnyRuleId): Acceptance {
  return waived ? { waived: { ...waived, by } } : known ? { known: { ...known, by } } : {};
}

function describeOutOfDate({ kind, waiver }: OutOfDate): string {
  const { shape, until } = waiver;
  const which = `The waiver for ${nameOf(waiver)}`;
  if (kind === 'expired') return `${which} expired on ${until}: renew or remove it.`;

  return `${which} is stale because ${shape === undefined ? 'the rule passes' : 'this failure no longer occurs'}: remove it.`;
}

function nameOf({ rule, shape }: Waiver): string {
  return shape === undefined ? rule : `${rule} (${shape})`;
}

/** Whether a failure of the rule counts against the verdict. */
function doesCount(result: ShownResult, { strict, must = () => false, profile }: WeighingOptions): boolean {
  if (profile !== undefined) return requirementOn(result, profile) !== undefined;
  const { id, level } = result;

  return level === 'must' || (level === 'should' && (strict || must(id)));
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
  const outcome = results.get(id)?.outcome;
  if (outcome !== undefined && hasFailed(outcome.kind)) return id;
  const by = outcome?.by;

  return by === undefined || seen.includes(id) ? undefined : failedRuleBehind(by, results, [...seen, id]);
}

/**
 * The failures that count come first, confirmed ones before unstable ones; the first decides the outcome.
 *
 * @param known the rule in the baseline, where it failed
 * @param reportedAt when the baseline was made
 */
function accept(
  result: ShownResult,
  current: readonly Waiver[],
  known: ReportRule | undefined,
  reportedAt: string,
): ShownResult {
  if (!hasFailed(result.outcome.kind)) return result;
  const waivers = current.filter(({ rule }) => rule === result.id);
  const isSingle = new Set(result.failures.map(({ shape }) => shape)).size === 1;
  const acceptanceOf = (failure: ShownFailure): Acceptance | undefined => {
    const waiver =
      waivers.find((one) => isCovered(failure, one)) ??
      (isSingle ? waivers.find(({ shape }) => shape === undefined) : undefined);
    if (waiver !== undefined) return { waived: { reason: waiver.reason, until: waiver.until } };
    if (known === undefined) return undefined;
    const fails = known.outcome === 'unstable' ? 'sometimes' : 'always';
    const isKnown = [known, ...(known.otherFailures ?? [])].some(({ shape = '' }) =>
      isCovered(failure, { shape, fails }),
    );

    return isKnown ? { known: { since: known.known?.since ?? reportedAt } } : undefined;
  };
  const rank = ({ kind, accepted }: ShownFailure) => (accepted !== undefined ? 2 : kind === 'fail' ? 0 : 1);
  const failures = result.failures
    .map((failure) => ({ ...failure, accepted: acceptanceOf(failure) }))
    .toSorted((one, other) => rank(one) - rank(other));
  const { kind } = failures[0] ?? result.outcome;

  return { ...result, failures, outcome: { ...result.outcome, kind } as ShownResult['outcome'] };
}

/**
 * Whether a waiver covers the failure, or any if failures have no shapes: the shapes are equal, or the failure only has
 * more traits. A shape without traits means that plain calls fail; a failure with a trait is then another one, unless the
 * waived one occurs only sometimes, with any request.
 */
function isCovered(
  { shape }: Pick<ShownFailure, 'shape'>,
  waiver: { readonly shape?: string; readonly fails: Waiver['fails'] },
): boolean {
  if (shape === undefined) return true;
  if (waiver.shape === undefined || waiver.shape === shape) return waiver.shape === shape;
  const parsed = parseShape(waiver.shape);

  return (waiver.fails === 'sometimes' || parsed.traits.length > 0) && covers(parsed, parseShape(shape));
}

/** Whether the rule did not fail as the waiver says, where that failure occurs each time. */
function isUnseen({ shape, fails }: Waiver, { outcome, failures }: ShownResult): boolean {
  if (fails === 'sometimes') return false;
  if (shape === undefined) return outcome.kind === 'pass';

  return !failures.some((failure) => isCovered(failure, { shape, fails }));
}

/** Whether a rule that failed in the baseline passed with what failed there; without shapes, in as many calls as there. */
function isFixed(
  { id: rule, exercised, shape, otherFailures = [] }: ReportRule,
  result: ShownResult,
  judged: readonly ShownResult[],
  isEnough: boolean,
): boolean {
  if (shape === undefined) return result.exercised >= exercised;

  return [shape, ...otherFailures.map((other) => other.shape)].every((one) =>
    isStale({ rule, shape: one, fails: 'always' }, result, judged, isEnough),
  );
}

/**
 * Whether an unseen failure was tried: the rule passed at an effort that tries enough, or a request with all traits of the
 * shape did not fail. That is no proof where another rule shows the failure; nor at less effort for a shape without traits,
 * which may need calls that are not sent there.
 */
function isStale(
  { rule, shape, fails }: Pick<Waiver, 'rule' | 'shape' | 'fails'>,
  { outcome, held = [] }: ShownResult,
  judged: readonly ShownResult[],
  isEnough: boolean,
): boolean {
  if (shape === undefined || (outcome.kind === 'pass' && isEnough)) return true;
  const known = parseShape(shape);
  const isShownElsewhere = judged.some(
    ({ id, failures }) => id !== rule && failures.some((failure) => isCovered(failure, { shape, fails })),
  );
  const mayNeedMore = !isEnough && known.traits.length === 0;
  if (outcome.unfinished !== undefined || isShownElsewhere || mayNeedMore) return false;

  return held.some((request) => wouldFail(known, request));
}
