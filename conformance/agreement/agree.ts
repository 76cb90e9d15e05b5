/** Which failures do not count: what waivers and a baseline make of the outcomes of a run. Pure. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';
import { nearest } from '../../src/engine/reading/nearest.ts';
import type { EffortName } from '../run/effort.ts';
import type { Failure, RuleResult } from '../run/outcome.ts';
import { explains, isTriedBy, readShape, type Tried, writeShape } from '../shape/shape.ts';
import { shapeInReport, shapeOfFailure } from '../shape/shape-of-failure.ts';
import type { Baseline } from './baseline.ts';
import type { Waiver } from './waiver.ts';

/** Why what a rule came to does not count. `by` is the rule that it rests on, where that one failed in its place. */
export type Excuse =
  | { readonly kind: 'waived'; readonly waiver: Waiver; readonly by?: RuleId }
  /** `since` is when it was first reported, in ISO 8601. */
  | { readonly kind: 'known'; readonly since: string; readonly by?: RuleId };

/** A waiver that has to be renewed or taken out. */
interface OutOfDate {
  /** Its last day is over, or its failure is gone. */
  readonly kind: 'expired' | 'stale';
  readonly waiver: Waiver;
}

/** One way in which a rule failed, and why that does not count, where it was agreed so. */
interface AgreedFailure {
  readonly failure: Failure;
  readonly shape: string;
  readonly excuse?: Excuse;
}

export interface Agreement {
  /** For each rule of which nothing counts. */
  readonly excuses: ReadonlyMap<RuleId, Excuse>;
  /** Every failure of each rule that has any: first those that count. */
  readonly failures: ReadonlyMap<RuleId, readonly AgreedFailure[]>;
  readonly outOfDate: readonly OutOfDate[];
  /** Waivers that name no shape, with those that the rule fails in: one is covered, of several none is. */
  readonly shapeless: readonly { readonly waiver: Waiver; readonly shapes: readonly string[] }[];
  /** Waivers that cover no failure of their rule, with the failure that counts whose shape is written most like theirs. */
  readonly misspelt: readonly { readonly waiver: Waiver; readonly meant: string }[];
  /** What failed in the baseline and passes. */
  readonly mended: readonly RuleId[];
}

export interface Terms {
  readonly waivers: readonly Waiver[];
  readonly baseline: Baseline | undefined;
  readonly today: Day;
  readonly effort: EffortName;
}

export const NOTHING_AGREED: Agreement = {
  excuses: new Map(),
  failures: new Map(),
  outOfDate: [],
  shapeless: [],
  misspelt: [],
  mended: [],
};

type Result = Pick<RuleResult, 'id' | 'outcome' | 'held'>;

/**
 * A failure, or one that came and went, does not count where a waiver that is not over names its rule and its shape, or
 * else where the baseline has it. What rests on a rule of which no failure counts, and could therefore not be judged,
 * does not count either.
 */
export function agree(results: readonly Result[], { waivers, baseline, today, effort }: Terms): Agreement {
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]));
  const held = new Map(results.map((result) => [result.id, result.held ?? []]));
  const known = new Map((baseline?.rules ?? []).filter(isFailure).map((rule) => [rule.id, rule]));
  const since = (id: RuleId) => known.get(id)?.known?.since ?? baseline?.startedAt ?? '';

  const agreed = (id: RuleId, outcome: RuleResult['outcome']): readonly AgreedFailure[] => {
    const failures = failuresIn(id, outcome);
    const isOnly = new Set(failures.map(({ shape }) => shape)).size === 1;
    const before = known.get(id);
    const knownShapes = before === undefined ? [] : shapesIn(before);
    const excuseOf = (shape: string): Excuse | undefined => {
      const covering = waivers.filter((waiver) => waiver.rule === id && today <= waiver.until);
      const waiver =
        covering.find((one) => covers(one.shape, shape)) ??
        (isOnly ? covering.find((one) => one.shape === undefined) : undefined);
      if (waiver !== undefined) return { kind: 'waived', waiver };

      return knownShapes.some((one) => covers(one, shape)) ? { kind: 'known', since: since(id) } : undefined;
    };
    const told = failures.map(({ failure, shape }): AgreedFailure => {
      const excuse = excuseOf(shape);

      return { failure, shape, ...(excuse === undefined ? {} : { excuse }) };
    });
    const counting = told.filter(({ excuse }) => excuse === undefined);

    return [
      ...counting.filter(({ failure }) => failure.kind === 'fail'),
      ...counting.filter(({ failure }) => failure.kind !== 'fail'),
      ...told.filter(({ excuse }) => excuse !== undefined),
    ];
  };
  const failures = new Map(
    results.flatMap(({ id, outcome }) => {
      const told = agreed(id, outcome);

      return told.length === 0 ? [] : [[id, told] as const];
    }),
  );
  const excuseOf = (id: RuleId): Excuse | undefined => {
    const [first] = failures.get(id) ?? [];

    return first?.excuse;
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
  const current = waivers.filter(({ until }) => today <= until);

  return {
    excuses: new Map(excuses),
    failures,
    outOfDate: waivers.flatMap((waiver) => {
      const { rule, until } = waiver;
      const kind = isGone(waiver, outcomes.get(rule), held.get(rule) ?? [], failures.get(rule) ?? [], effort)
        ? 'stale'
        : isExpired(until, outcomes.get(rule), today)
          ? 'expired'
          : undefined;

      return kind === undefined ? [] : [{ kind, waiver }];
    }),
    shapeless: current.flatMap((waiver) => {
      const shapes = [...new Set((failures.get(waiver.rule) ?? []).map(({ shape }) => shape))];

      return waiver.shape !== undefined || shapes.length === 0 ? [] : [{ waiver, shapes }];
    }),
    misspelt: current.flatMap((waiver) => {
      const all = failures.get(waiver.rule) ?? [];
      if (all.some(({ shape }) => covers(waiver.shape, shape))) return [];
      const counting = all.filter(({ excuse }) => excuse === undefined).map(({ shape }) => shape);
      const meant = nearest(waiver.shape, counting);

      return meant === undefined ? [] : [{ waiver, meant }];
    }),
    mended: [...known.values()]
      .filter(({ id, outcome }) => outcome === 'fail' && passes(id))
      .map(({ id }) => id),
  };
}

/** The results as they count: where some failures of a rule do and others do not, it came out as the first that does. */
export function asAgreed<R extends Result>(results: readonly R[], { failures }: Agreement): readonly R[] {
  return results.map((result) => {
    const [first, ...others] = failures.get(result.id)?.map(({ failure }) => failure) ?? [];
    const { outcome } = result;
    if (first === undefined || (outcome.kind !== 'fail' && outcome.kind !== 'unstable')) return result;
    const { unfinished } = outcome;

    return {
      ...result,
      outcome: {
        ...first,
        ...(others.length === 0 ? {} : { others }),
        ...(unfinished === undefined ? {} : { unfinished }),
      },
    };
  });
}

/** The same shape, or one of a request in which more is special. */
function covers(agreed: string | undefined, shape: string): boolean {
  return agreed !== undefined && (agreed === shape || explains(readShape(agreed), readShape(shape)));
}

function failuresIn(
  id: RuleId,
  outcome: RuleResult['outcome'],
): readonly { readonly failure: Failure; readonly shape: string }[] {
  if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return [];
  const { others = [], unfinished: _, ...first } = outcome;

  return [first, ...others].map((failure) => ({
    failure,
    shape: writeShape(shapeOfFailure(id, failure.counterexample)),
  }));
}

/** Those that the report names; of an older one, which names none, that of its counterexample. */
function shapesIn({ id, shape, counterexample, otherFailures = [] }: Baseline['rules'][number]) {
  const first = shape ?? (counterexample === undefined ? undefined : shapeInReport(id, counterexample));

  return [...(first === undefined ? [] : [first]), ...otherFailures.map((other) => other.shape)];
}

/**
 * Whether the failure did not come though it was tried: a request with all that its shape names held. A rule that passes
 * with more than the few requests of `quick` has tried what it tries.
 */
function isGone(
  { shape, fails }: Waiver,
  outcome: RuleResult['outcome'] | undefined,
  held: readonly Tried[],
  failures: readonly AgreedFailure[],
  effort: EffortName,
): boolean {
  if (fails === 'sometimes' || !isJudged(outcome)) return false;
  if (outcome.kind === 'pass' && (shape === undefined || effort !== 'quick')) return true;
  if (shape === undefined || (outcome.kind !== 'pass' && outcome.unfinished !== undefined)) return false;
  const known = readShape(shape);

  return (
    !failures.some((failure) => covers(shape, failure.shape)) && held.some((tried) => isTriedBy(known, tried))
  );
}

/** What was not judged says nothing about its waiver. */
function isExpired(until: Day, outcome: RuleResult['outcome'] | undefined, today: Day): boolean {
  return today > until && isJudged(outcome);
}

function isJudged(
  outcome: RuleResult['outcome'] | undefined,
): outcome is Extract<RuleResult['outcome'], { readonly kind: 'pass' | 'fail' | 'unstable' }> {
  return outcome?.kind === 'pass' || outcome?.kind === 'fail' || outcome?.kind === 'unstable';
}

function isFailure({ outcome }: Baseline['rules'][number]): boolean {
  return outcome === 'fail' || outcome === 'unstable';
}
