/** Defines a rule: an id, a level, a section, an observer of any exchange, and cases to send. */
import type fc from 'fast-check';
import type { ChoiceName, OptionOf } from '../../src/contract/choices.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { RuleContext } from './context.ts';
import type { Conversation } from './conversation.ts';
import type { Exchange } from './exchange.ts';
import type { Finding } from './finding.ts';
import type { History } from './history.ts';
import type { Script } from './script.ts';

type Level = 'must' | 'should' | 'observe';

/**
 * When a rule is judged, after all rules of lower stages: 0 most rules; 1 those that mainly observe; 2 to 4 those that
 * may leave the deployment broken; 5 at the very end, over all requests.
 */
type Stage = 0 | 1 | 2 | 3 | 4 | 5;

/** An option of a choice, such as `zero-amount=refuse`. */
export type ChoiceSetting = { [N in ChoiceName]: `${N}=${OptionOf<N>}` }[ChoiceName];

export interface RuleHead {
  readonly id: RuleId;
  /** Section of the document that the rule rests on. */
  readonly section: string;
  readonly level: Level;
  /** The rule in one sentence, without a full stop. */
  readonly title: string;
  /** What the rule sends or compares, in whole sentences, if the title does not say it. */
  readonly tries?: string;
  /** How to fix a server that breaks the rule, in whole sentences; requires nothing that the document leaves open. */
  readonly fix: string;
  /** Legal options of the mock's choices that a careless check would take for a failure of this rule. */
  readonly lookAlikes?: readonly ChoiceSetting[];
  /** Rules whose failure blocks this one, since it would fail for the same reason. */
  readonly dependsOn?: readonly RuleId[];
  /** 0 by default. */
  readonly stage?: Stage;
  /** The merchant that sends the rule's calls; `one` unless given. */
  readonly merchant?: 'one' | 'several';
  /** Whether its random cases are sequences of calls, which have their own number per effort. */
  readonly triesSequences?: true;
  /** Edge cases tried at the effort `quick`; 1 unless given. */
  readonly quickProbes?: number;
  /** Whether the rule passes without requests of its own where its observer has seen enough exchanges for which it holds. */
  readonly observationSuffices?: true;
}

/** Removes the traits of known failures from a request; undefined if that is impossible. */
type RemoveTraits = <Request extends object>(
  request: Request,
  /** Fields that cannot be removed. */
  required?: readonly string[],
) => Request | undefined;

/** A rule with its own kind of case: plain JSON, so that a report can carry a case to another machine. */
export interface RuleSpec<Case> extends RuleHead {
  /** Judges any exchange, its own or that of another rule; undefined where the rule does not apply. Sends nothing. */
  readonly observe?: (exchange: Exchange, history: History) => Finding | undefined;
  /** What the deployment file lacks for this rule; undefined if it lacks nothing. */
  readonly missing?: (context: RuleContext) => string | undefined;
  /** The part that a pass leaves untested because the deployment file lacks something; undefined if there is none. */
  readonly untested?: (context: RuleContext) => string | undefined;
  /** The edge cases, the simplest and most telling first. A script is judged by the observer alone. */
  readonly probes?: (context: RuleContext) => readonly (Case | Script)[];
  /** Random cases. */
  readonly cases?: (context: RuleContext) => fc.Arbitrary<Case>;
  /**
   * Cases that follow from the rest of the run, or must not meet other requests: each runs alone, after most rules are
   * judged.
   *
   * @param failedAtOnce the rules that failed only among concurrent requests
   */
  readonly lastCases?: (context: RuleContext, failedAtOnce: readonly RuleId[]) => readonly Case[];
  /** Smaller cases to try instead, where they do not follow from the shape of the case. */
  readonly shrink?: (value: Case) => readonly Case[];
  /** The cases that one consists of: each may fail in its own way. */
  readonly split?: (value: Case) => readonly Case[];
  /**
   * The case without the traits of known failures, such as `data: single quote`, which may hide another failure.
   * Undefined if the rule cannot remove them.
   */
  readonly unmask?: (value: Case, remove: RemoveTraits) => Case | undefined;
  /** Larger cases, for a failure that occurred only among the requests of other rules. */
  readonly amplify?: (value: Case) => readonly Case[];
  /** Sends a case. Resolves where the rule holds for it. @throws RuleBroken, NotJudged, NotAnswering */
  readonly run?: (value: Case, conversation: Conversation, context: RuleContext) => Promise<void>;
}

type WithDefault = 'missing' | 'probes' | 'lastCases';

/** A rule as the runner sees it, which does not know the kind of case. */
export type Rule = RuleSpec<unknown> & Required<Pick<RuleSpec<unknown>, WithDefault>>;

export function rule<Case>(spec: RuleSpec<Case>): Rule {
  return {
    missing: () => undefined,
    probes: () => [],
    lastCases: () => [],
    // The runner passes only values that this rule has made, or has recognised as its own.
    ...(spec as RuleSpec<unknown>),
  };
}
