/** Defines a rule: an id, a level, a section, a judge of any call, and scripts to send. */
import type fc from 'fast-check';
import type { ChoiceName, OptionOf } from '../../src/contract/choices.ts';
import { type AnyRuleId, CLIENT_MUST_RULES } from '../../src/contract/client-rule-ids.ts';
import { MUST_RULES, type RuleId } from '../../src/contract/rule-ids.ts';
import type { NamedBy } from '../../src/exchange/trace.ts';
import type { RuleContext } from './context.ts';
import type { Finding } from './finding.ts';
import type { History } from './history.ts';
import type { Script } from './script.ts';
import type { ServiceCall } from './service-call.ts';

/**
 * When a rule is judged, after all rules of lower stages: 0 most rules; 1 those that mainly observe; 2 to 4 those that
 * may leave the deployment broken; 5 over all requests; 6 those with wrong tokens, after which a service may refuse all
 * calls.
 */
type Stage = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** An option of a choice, such as `zero-amount=refuse`. */
export type ChoiceSetting = { [N in ChoiceName]: `${N}=${OptionOf<N>}` }[ChoiceName];

/** What rules on services and on clients have in common. */
export interface Head<Id extends AnyRuleId> {
  readonly id: Id;
  /** Raised where the rule judges otherwise than before, so that two results can differ; 1 unless given. */
  readonly revision?: number;
  /** The day on which an open challenge was opened, as docs/challenges.md has it, such as `2026-12-01`. */
  readonly disputed?: string;
  /** Section of the document that the rule rests on. */
  readonly section: string;
  /** The rule in one sentence, without a full stop. */
  readonly title: string;
  /** How to fix what breaks the rule, in whole sentences; requires nothing that the document leaves open. */
  readonly fix: string;
}

/** A rule with its level, which follows from its id. */
export type Levelled<Spec> = Spec & { readonly level: 'must' | 'should' };

const MUST: ReadonlySet<AnyRuleId> = new Set<AnyRuleId>([...MUST_RULES, ...CLIENT_MUST_RULES]);

export function withLevel<Spec extends Head<AnyRuleId>>(spec: Spec): Levelled<Spec> {
  return { ...spec, level: MUST.has(spec.id) ? 'must' : 'should' };
}

export interface RuleHead extends Head<RuleId> {
  /** What the rule sends or compares, in whole sentences, if the title does not say it. */
  readonly tries?: string;
  /** By default only a test request could show a violation. */
  readonly inTraffic?: InTraffic;
  /** Legal options of the mock's choices that a careless check would take for a failure of this rule. */
  readonly lookAlikes?: readonly ChoiceSetting[];
  /** Rules whose failure blocks this one, since it would fail for the same reason. */
  readonly dependsOn?: readonly RuleId[];
  /** 0 by default. */
  readonly stage?: Stage;
  /** The merchant that sends the rule's calls; `one` unless given. */
  readonly merchant?: 'one' | 'several';
  /** Whether its random scripts are sequences of calls, which have their own number per effort. */
  readonly triesSequences?: true;
  /** Scripts tried at the effort `quick`; 1 unless given. */
  readonly quickScripts?: number;
  /** Whether the rule passes without requests of its own where its observer has seen enough exchanges for which it holds. */
  readonly observationSuffices?: true;
}

/** A rule judges calls and lists scripts. It sends nothing itself. */
export interface RuleSpec extends RuleHead {
  /** Judges any call, of its own scripts or those of another rule; undefined where the rule does not apply. */
  readonly judge?: (call: ServiceCall, history: History) => Finding | undefined;
  /** What the deployment file lacks for this rule; undefined if it lacks nothing. */
  readonly missing?: (context: RuleContext) => string | undefined;
  /** Why a legal choice of the deployment leaves nothing to judge, if that is known without a request. */
  readonly notApplicable?: (context: RuleContext) => string | undefined;
  /** The part that a pass leaves untested because the deployment file lacks something; undefined if there is none. */
  readonly untested?: (context: RuleContext) => string | undefined;
  /** What to send, the simplest and most telling first. */
  readonly scripts?: (context: RuleContext) => readonly Script[];
  readonly randomScripts?: (context: RuleContext) => fc.Arbitrary<Script>;
  /**
   * Scripts that follow from the rest of the run, or must not meet other requests: each runs alone, after most rules are
   * judged.
   *
   * @param failedAtOnce the rules that failed only among concurrent requests
   */
  readonly lastScripts?: (context: RuleContext, failedAtOnce: readonly RuleId[]) => readonly Script[];
}

type WithDefault = 'missing' | 'scripts' | 'lastScripts';

/** A rule as the runner sees it. */
export type Rule = Levelled<RuleSpec & Required<Pick<RuleSpec, WithDefault>>>;

export function rule(spec: RuleSpec): Rule {
  return withLevel({
    missing: () => undefined,
    scripts: () => [],
    lastScripts: () => [],
    ...spec,
  });
}

/** Parts that must occur in accepted calls, since a recorder may remove or replace them in all calls. */
export type Fact = 'amount' | 'nicn' | 'region' | 'identifier' | 'authorization';

/** `decisions.test.ts` has services that behave in this way for another reason, three for each such rule. */
export interface JudgedInTraffic {
  /** Violations that fail the rule; fewer may be accidents, such as one wrong response of a gateway. */
  readonly from: number;
  /** What fewer violations, or those that a missing call may explain, could be; an accident unless given. */
  readonly couldBe?: string;
  /**
   * What the rule compares, which calls that are not recorded may change: the calls of one transaction, two first calls,
   * two calls that each name their transaction by an `mTxId` alone, or a fee with a price.
   */
  readonly compares?: 'transaction' | 'two-first-calls' | 'two-mtxids' | 'price';
  /** Whether only an `mTxId` names the transaction, which does not identify it for an unknown merchant. */
  readonly byMtxid?: boolean;
  readonly needs?: Fact;
  /** The header of the response that the rule is about, in lower case: a recorder may leave it out. */
  readonly header?: string;
}

interface NotTested {
  readonly why: string;
  /** Whether a recording that lacks nothing shows it. */
  readonly unlessComplete?: true;
}

export type InTraffic = JudgedInTraffic | NotTested;

export function requires(needs: Fact): JudgedInTraffic {
  return { from: 1, needs };
}

/** The rule is about the `sTxId` of a known transaction, which calls name in this way. */
export function keepsStxid(from: number, by: NamedBy): JudgedInTraffic {
  const couldBe = 'a restart, the end of its lifetime, or a call that is not recorded';

  return { from, compares: 'transaction', couldBe, byMtxid: by !== 'sTxId' };
}

export const MALFORMED: JudgedInTraffic = {
  from: 3,
  couldBe: 'an accident, such as the response of a gateway',
};
export const REFUSAL = notTested('a refusal may have a reason that only the service knows');
export const FEES = notTested('prices may change between two calls; --pricing compares each fee');
export const OUTAGE = notTested('networks, gateways and outages lose and fail requests too');
export const NOT_SHOWN = notTested('only a test request could');
export const ELSEWHERE: NotTested = {
  ...notTested('calls that are not recorded may have changed the transaction'),
  unlessComplete: true,
};

export function notTested(why: string): NotTested {
  return { why: `traffic cannot show it: ${why}` };
}
