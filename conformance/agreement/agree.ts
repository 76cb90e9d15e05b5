/** Which failures do not count: what waivers and a baseline make of the outcomes of a run. Pure. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';
import type { Failure, RuleResult } from '../run/outcome.ts';
import { explains, readShape, writeShape } from '../shape/shape.ts';
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
  /** What failed in the baseline and passes. */
  readonly mended: readonly RuleId[];
}

export interface Terms {
  readonly waivers: readonly Waiver[];
  readonly baseline: Baseline | undefined;
  readonly today: Day;
}

export const NOTHING_AGREED: Agreement = {
  excuses: new Map(),
  failures: new Map(),
  outOfDate: [],
  shapeless: [],
  mended: [],
};

type Result = Pick<RuleResult, 'id' | 'outcome'>;

/**
 * A failure, or one that came and went, does not count where a waiver that is not over names its rule and its shape, or
 * else where the baseline has it. What rests on a rule of which no failure counts, and could therefore not be judged,
 * does not count either.
 */
export function agree(results: readonly Result[], { waivers, baseline, today }: Terms): Agreement {
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]));
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
      const kind = whyOutOfDate(waiver, outcomes.get(waiver.rule), failures.get(waiver.rule) ?? [], today);

      return kind === undefined ? [] : [{ kind, waiver }];
    }),
    shapeless: current.flatMap((waiver) => {
      const shapes = [...new Set((failures.get(waiver.rule) ?? []).map(({ shape }) => shape))];

      return waiver.shape !== undefined || shapes.length === 0 ? [] : [{ waiver, shapes }];
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

/** What was not judged, or not to the end, says nothing about its waiver. */
function whyOutOfDate(
  { shape, until, fails }: Waiver,
  outcome: RuleResult['outcome'] | undefined,
  failures: readonly AgreedFailure[],
  today: Day,
): OutOfDate['kind'] | undefined {
  if (outcome?.kind !== 'pass' && outcome?.kind !== 'fail' && outcome?.kind !== 'unstable') return undefined;
  const isGone =
    outcome.kind === 'pass' ||
    (shape !== undefined &&
      outcome.unfinished === undefined &&
      !failures.some((failure) => covers(shape, failure.shape)));
  if (isGone && fails === 'always') return 'stale';

  return today > until ? 'expired' : undefined;
}

function isFailure({ outcome }: Baseline['rules'][number]): boolean {
  return outcome === 'fail' || outcome === 'unstable';
}
