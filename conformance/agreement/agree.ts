/** Which failures do not count: what waivers and a baseline make of the outcomes of a run. Pure. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';
import type { RuleResult } from '../run/outcome.ts';
import type { Baseline } from './baseline.ts';
import type { Waiver } from './waiver.ts';

/** Why what a rule came to does not count. `by` is the rule that it rests on, where that one failed in its place. */
export type Excuse =
  | { readonly kind: 'waived'; readonly waiver: Waiver; readonly by?: RuleId }
  /** `since` is when it was first reported, in ISO 8601. */
  | { readonly kind: 'known'; readonly since: string; readonly by?: RuleId };

/** A waiver that has to be renewed or taken out. */
interface OutOfDate {
  /** Its last day is over, or the rule that it is for passes. */
  readonly kind: 'expired' | 'stale';
  readonly waiver: Waiver;
}

export interface Agreement {
  readonly excuses: ReadonlyMap<RuleId, Excuse>;
  readonly outOfDate: readonly OutOfDate[];
  /** What failed in the baseline and passes. */
  readonly mended: readonly RuleId[];
}

export interface Terms {
  readonly waivers: readonly Waiver[];
  readonly baseline: Baseline | undefined;
  readonly today: Day;
}

export const NOTHING_AGREED: Agreement = { excuses: new Map(), outOfDate: [], mended: [] };

type Result = Pick<RuleResult, 'id' | 'outcome'>;

/**
 * A failure, or one that came and went, does not count where a waiver that is not over names its rule, or else where
 * the baseline has it. What rests on such a rule, and could therefore not be judged, does not count either.
 */
export function agree(results: readonly Result[], { waivers, baseline, today }: Terms): Agreement {
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]));
  const known = new Map((baseline?.rules ?? []).filter(isFailure).map((rule) => [rule.id, rule]));

  const excuseOf = (id: RuleId): Excuse | undefined => {
    const waiver = waivers.find(({ rule, until }) => rule === id && today <= until);
    if (waiver !== undefined) return { kind: 'waived', waiver };
    const before = known.get(id);

    return before === undefined
      ? undefined
      : { kind: 'known', since: before.known?.since ?? baseline?.startedAt ?? '' };
  };

  /** The rule itself where it failed, or the one that failed in its place. */
  const failureBehind = (id: RuleId, seen: readonly RuleId[] = []): RuleId | undefined => {
    const outcome = outcomes.get(id);
    if (outcome?.kind === 'fail' || outcome?.kind === 'unstable') return id;
    if (outcome?.kind !== 'blocked' || seen.includes(id)) return undefined;

    return failureBehind(outcome.by, [...seen, id]);
  };

  const excuses = results.flatMap(({ id }): readonly (readonly [RuleId, Excuse])[] => {
    const by = failureBehind(id);
    const excuse = by === undefined ? undefined : excuseOf(by);
    if (by === undefined || excuse === undefined) return [];

    return [[id, by === id ? excuse : { ...excuse, by }]];
  });
  const passes = (id: RuleId) => outcomes.get(id)?.kind === 'pass';

  return {
    excuses: new Map(excuses),
    outOfDate: waivers.flatMap((waiver) => {
      const kind = whyOutOfDate(waiver, outcomes.get(waiver.rule), today);

      return kind === undefined ? [] : [{ kind, waiver }];
    }),
    mended: [...known.values()]
      .filter(({ id, outcome }) => outcome === 'fail' && passes(id))
      .map(({ id }) => id),
  };
}

/** What was not judged says nothing about its waiver. */
function whyOutOfDate(
  { until, fails }: Waiver,
  outcome: RuleResult['outcome'] | undefined,
  today: Day,
): OutOfDate['kind'] | undefined {
  if (outcome?.kind !== 'pass' && outcome?.kind !== 'fail' && outcome?.kind !== 'unstable') return undefined;
  if (outcome.kind === 'pass' && fails === 'always') return 'stale';

  return today > until ? 'expired' : undefined;
}

function isFailure({ outcome }: Baseline['rules'][number]): boolean {
  return outcome === 'fail' || outcome === 'unstable';
}
