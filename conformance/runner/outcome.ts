/** The outcome of a rule, of seven kinds, and its result: the same type for services, clients and traffic. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Exchange as SeenExchange } from '../../src/exchange/exchange.ts';
import type { RuleHead } from '../rule/rule.ts';
import type { ServiceCall, Transcript } from '../rule/service-call.ts';
import type { RequestShape } from '../verdict/failure-shape/shape.ts';

/** Why a rule was skipped; it decides whether the verdict can still be `conformant`. */
export type SkipCause =
  /** The deployment file lacks something that the rule needs. */
  | 'deployment-file'
  /** A legal choice of the deployment leaves nothing to judge. */
  | 'choice'
  /** Excluded with --only or --skip. */
  | 'not-selected'
  /** The rule has no script at this effort. */
  | 'effort'
  /** Something prevented the judgement, such as the cap on requests or an expired token. */
  | 'not-judged';

export interface Counterexample {
  /** The script as JSON, which `replay` runs again. */
  readonly value: unknown;
  readonly expected: string;
  readonly got: string;
  /** The exchange with the wrong response, if only one is wrong. */
  readonly at?: ServiceCall | undefined;
  readonly transcript: Transcript;
  /** Requests spent on shrinking it; undefined where that was not tried. */
  readonly spent?: number;
  /** The rule that a refusal of a plainer call belongs to, where it is another one. */
  readonly owner?: RuleId;
  /** What is refused, beside what is accepted. */
  readonly summary?: string | undefined;
  /** Of a refused sale: the fields of its transaction without which it is accepted. */
  readonly transaction?: readonly string[];
}

/** How often a failure occurred among the executions of its script. */
export interface Frequency {
  readonly repeated: number;
  readonly attempts: number;
}

/** One way in which a rule fails. */
export type Failure =
  | {
      readonly kind: 'fail';
      readonly counterexample: Counterexample;
      /** Undefined where it occurs each time. */
      readonly often?: Frequency;
    }
  | ({
      readonly kind: 'unstable';
      readonly counterexample: Counterexample;
      /** Whether concurrent copies of the script confirmed it: a failure, unless a rule on many requests explains it. */
      readonly atOnce?: true;
    } & Frequency);

export type Skipped = { readonly kind: 'skipped'; readonly cause: SkipCause; readonly why: string };

export const PRICES_CHANGED: Skipped = {
  kind: 'skipped',
  cause: 'choice',
  why: 'prices changed in the course of the run, and then stayed',
};

/** The same, where the deployment file names them: it may name the new ones, or none. */
export const KNOWN_PRICES_CHANGED: Skipped = { ...PRICES_CHANGED, cause: 'not-judged' };

/** A failure that was seen in exchanges of others. */
export interface Sighting {
  readonly kind: 'fail' | 'unstable';
  readonly expected: string;
  readonly got: string;
  /** In the order in which they were sent; the last one is wrong. */
  readonly steps: readonly SeenExchange[];
  /** How often, or under what condition; it stands before what was expected. */
  readonly often?: string;
  /** The command that shows it again. */
  readonly replay?: string;
}

export type RuleOutcome<F = Failure> =
  | {
      readonly kind: 'pass';
      /** The untested part of the rule, with the reason. */
      readonly omitted?: string;
    }
  | (F & {
      /** Failures of other shapes. */
      readonly others?: readonly F[];
      /** Why not all scripts were tried, so that there may be further failures. */
      readonly unfinished?: string;
    })
  | { readonly kind: 'blocked'; readonly by: RuleId; readonly why: string }
  | Skipped
  | { readonly kind: 'observed'; readonly option: string }
  /** An internal error. */
  | { readonly kind: 'broken'; readonly fault: string };

/** All failures of an outcome, the first of which it shows. */
export function failuresOf<F extends Failure | Sighting = Failure>(outcome: RuleOutcome<F>): readonly F[] {
  if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return [];
  const failure = outcome as F & { readonly others?: readonly F[] };

  return [failure, ...(failure.others ?? [])];
}

/** The outcome that shows these failures; undefined where there is none. */
export function outcomeOf(
  [first, ...others]: readonly Failure[],
  unfinished: string | undefined,
): RuleOutcome | undefined {
  return (
    first && {
      ...first,
      ...(others.length > 0 && { others }),
      ...(unfinished !== undefined && { unfinished }),
    }
  );
}

/** An outcome, with what it took. */
export interface Judged<F = Failure> {
  readonly outcome: RuleOutcome<F>;
  /** Scripts, calls or runs that were judged. */
  readonly exercised: number;
  /** Requests for this rule alone. */
  readonly requests: number;
  /** The shapes of requests for which the rule held; only for rules whose failures may be accepted. */
  readonly held?: readonly RequestShape[];
}

type HeadOf<Id> = Pick<RuleHead, 'revision' | 'disputed' | 'section' | 'title'> & {
  readonly id: Id;
  readonly level: 'must' | 'should' | 'observe';
};

/** What a judge found out about a rule. */
export interface RuleResult<Id extends AnyRuleId = RuleId, F = Failure> extends HeadOf<Id>, Judged<F> {
  readonly durationMs: number;
}

/** The result of a rule that was judged on exchanges of others. */
export type SeenResult<Id extends AnyRuleId = AnyRuleId> = RuleResult<Id, Sighting>;

export function toResult<Id extends AnyRuleId, F = Failure>(
  { id, revision, disputed, section, level, title }: HeadOf<Id>,
  judged: Judged<NoInfer<F>>,
  ms = 0,
): RuleResult<Id, F> {
  return {
    ...{ id, section, level, title },
    ...(revision !== undefined && { revision }),
    ...(disputed !== undefined && { disputed }),
    ...judged,
    durationMs: Math.round(ms),
  };
}

/** The expectation of a failure that shows the last exchanges before the deployment returned no more fees. */
export const PRICED_EARLIER = 'a fee for a valid call that was priced earlier in the run';

export const NOT_SELECTED = 'not selected with --only or --skip';

export function notSelected(): Judged {
  return withoutRequests({ kind: 'skipped', cause: 'not-selected', why: NOT_SELECTED });
}

export function notJudged(why: string): Skipped {
  return { kind: 'skipped', cause: 'not-judged', why };
}

export function blockedBy(by: RuleId): Extract<RuleOutcome, { readonly kind: 'blocked' }> {
  return { kind: 'blocked', by, why: `it depends on ${by}, which failed` };
}

/** The outcome of a rule that sent nothing. */
export function withoutRequests<const O>(outcome: O, exercised = 0) {
  return { outcome, exercised, requests: 0 };
}
