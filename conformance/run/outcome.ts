/** How a rule came out: one of seven, told apart by `kind`. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Transcript } from '../conversation.ts';
import type { Tried } from '../shape/shape.ts';

/** Why a skipped rule was not judged, and with it whether the verdict can still be `conformant`. */
export type SkipCause =
  /** The deployment file could give what it needs. */
  | 'deployment-file'
  /** The deployment makes a choice that leaves nothing to judge. */
  | 'choice'
  /** Not asked for with --only or --skip. */
  | 'not-selected'
  /** Has no case at the chosen effort. */
  | 'effort'
  /** It came to no judgement: too few requests, a token no longer taken. */
  | 'not-judged';

export interface Counterexample {
  /** The case as JSON: what `replay` runs again. */
  readonly value: unknown;
  readonly expected: string;
  readonly got: string;
  readonly transcript: Transcript;
  /** Requests spent on making it as small as it is; nothing where that was not tried. */
  readonly spent?: number;
}

/** One way in which a rule was seen broken. */
export type Failure =
  | {
      readonly kind: 'fail';
      readonly counterexample: Counterexample;
      /** Where it does not come each time. */
      readonly often?: { readonly repeated: number; readonly attempts: number };
    }
  | {
      readonly kind: 'unstable';
      readonly counterexample: Counterexample;
      readonly repeated: number;
      readonly attempts: number;
    };

export type Outcome =
  | {
      readonly kind: 'pass';
      /** What was left untested because the deployment file lacks something. */
      readonly omitted?: string;
    }
  | (Failure & {
      /** What else failed in other ways, each of a shape of its own. */
      readonly others?: readonly Failure[];
      /** Why not all cases were tried, so that there may be further ways. */
      readonly unfinished?: string;
    })
  | { readonly kind: 'blocked'; readonly by: RuleId; readonly why: string }
  | { readonly kind: 'skipped'; readonly cause: SkipCause; readonly why: string }
  | { readonly kind: 'observed'; readonly option: string }
  | { readonly kind: 'broken'; readonly fault: string };

/** A rule's outcome with what it took. */
export interface RuleResult {
  readonly id: RuleId;
  readonly section: string;
  readonly level: 'must' | 'should' | 'observe';
  readonly title: string;
  readonly merchant: 'one' | 'several';
  readonly outcome: Outcome;
  /** Cases judged. */
  readonly exercised: number;
  readonly requests: number;
  readonly durationMs: number;
  /** What was tried and held; only where failures of the rule may not count. */
  readonly held?: readonly Tried[];
}
