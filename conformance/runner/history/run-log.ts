/** Takes in every exchange of a run: shows it to the observers of all rules and keeps violations for confirmation. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import type { ObservationCollector } from '../../observations/observation-collector.ts';
import type { RuleViolation } from '../../rule/finding.ts';
import { LONGEST_OVERLOAD } from '../../rule/interruption.ts';
import type { Rule } from '../../rule/rule.ts';
import { record, type Script } from '../../rule/script.ts';
import { isFeeCall, isServed, type ServiceCall } from '../../rule/service-call.ts';
import { createHistory, FAR_APART, type GrowingHistory } from './history.ts';

export type RunLog = ReturnType<typeof createRunLog>;

export interface ScriptExecution {
  /** The rule whose script is running. */
  readonly id: RuleId;
  /** Whether it is the only one. */
  readonly isAlone: boolean;
}

/** A violation with the calls that lead to it. */
export interface LoggedViolation {
  readonly violation: RuleViolation;
  readonly call: ServiceCall;
  readonly script: Script;
}

/** Exchanges to show when the deployment stops answering: three times the usual concurrency. */
const MAX_RECENT = 24;

export function createRunLog(
  deployment: Deployment,
  rules: readonly Rule[],
  collector: ObservationCollector,
) {
  const history = createHistory(deployment);
  const { observe, ...findings } = createObservers(rules, history);
  const recent: ServiceCall[] = [];
  const wrongTokens = { refused: 0, isForgedRefused: false };
  let mayBeLockedOut = false;

  return {
    history,
    findings,
    /** The last exchanges, the latest one last. */
    recent: recent as readonly ServiceCall[],
    wrongTokens: wrongTokens as Readonly<typeof wrongTokens>,
    /** Whether the calls without a right token have begun, after which a service may lock the client out. */
    get mayBeLockedOut(): boolean {
      return mayBeLockedOut;
    },
    beginWrongTokens(): void {
      mayBeLockedOut = true;
    },
    /** Notes that a request is sent. */
    begin: history.begin,
    /**
     * Takes in an exchange.
     *
     * @param steps the exchanges of its execution so far, this one included
     * @param execution of the script that sent it: a violation of its rule is returned, and kept only if it is a proof
     */
    add(
      call: ServiceCall,
      steps: readonly ServiceCall[],
      execution?: ScriptExecution,
    ): RuleViolation | undefined {
      recent.push(call);
      if (recent.length > MAX_RECENT) recent.shift();
      const { credential } = call.variant;
      if (credential !== 'own' && credential !== 'none' && !isServed(call)) wrongTokens.refused++;
      if (credential === 'forged' && call.outcome.kind === 'refused') wrongTokens.isForgedRefused = true;
      collector.collect(call);
      const own = observe(call, steps, execution);
      history.add(call);

      return own;
    },
  };
}

/** Violated where a first call is taken for an update of a transaction with another mTxId. */
export const MIX_UP_RULE: RuleId = 'identity/distinct-mtxids-are-distinct';
/** Violations that are kept of one rule. */
const MAX_KEPT = 6;

class RuleObserver {
  /** The number of exchanges for which the rule holds. */
  holds = 0;
  /** The number of violations, and of those that are far apart. */
  all = 0;
  separate = 0;
  /** The exchanges with the first and the last violation: their numbers, and when they were sent. */
  first: { readonly number: number; readonly at: number } | undefined;
  last = { number: Number.NEGATIVE_INFINITY, at: 0 };
  /** The first few different violations, by their scripts. */
  readonly violations = new Map<string, LoggedViolation>();
  taken = 0;
}

/** The findings of the observers. */
function createObservers(rules: readonly Rule[], history: GrowingHistory) {
  const observers = new Map(rules.map((rule) => [rule.id, { rule, seen: new RuleObserver() }] as const));
  const mixedUp = new WeakSet<ServiceCall>();
  const ofAnother = new WeakSet<ServiceCall>();
  /** The `sTxId`s of all answers. */
  const answered = new Set<unknown>();
  const seenBy = (id: RuleId) => observers.get(id)?.seen ?? new RuleObserver();

  const keep = (
    seen: RuleObserver,
    violation: RuleViolation,
    call: ServiceCall,
    steps: readonly ServiceCall[],
  ) => {
    seen.all++;
    if (history.count - seen.last.number > FAR_APART) seen.separate++;
    seen.last = { number: history.count, at: call.sentAt };
    seen.first ??= seen.last;
    if (seen.violations.size === MAX_KEPT) return;
    const script = record(steps, call, violation.related);
    const key = JSON.stringify(script);
    if (!seen.violations.has(key)) seen.violations.set(key, { violation, call, script });
  };

  return {
    observe(
      call: ServiceCall,
      steps: readonly ServiceCall[],
      execution: ScriptExecution | undefined,
    ): RuleViolation | undefined {
      let own: RuleViolation | undefined;
      const given = call.response.kind === 'answered' ? call.response.body?.['sTxId'] : undefined;
      const isNamed = !isFeeCall(call) || history.named(call)?.transaction.sTxId === given;
      if (!isNamed && answered.has(given)) ofAnother.add(call);
      if (typeof given === 'string') answered.add(given);
      for (const { rule, seen } of observers.values()) {
        const finding = rule.judge?.(call, history);
        if (finding === undefined) continue;
        if (finding.kind === 'holds') {
          seen.holds++;
          continue;
        }
        // Of an earlier call, it is for the count at the end. Otherwise it may also need calls of another execution.
        const isOwn =
          finding.at === undefined &&
          rule.id === execution?.id &&
          (execution.isAlone || (finding.related ?? []).every((one) => steps.includes(one)));
        if (isOwn) own = finding;
        // A proof counts even where the script ends otherwise.
        if (!isOwn || finding.failsFrom === 1) keep(seen, finding, call, steps);
        if (rule.id === MIX_UP_RULE) mixedUp.add(call);
      }

      return own;
    },
    /** Whether it is a first call that was taken for an update of a transaction with another mTxId. */
    isMixedUp: (call: ServiceCall): boolean => mixedUp.has(call),
    /** Whether it is a fee call whose `sTxId` an answer to another transaction had. */
    isOfAnother: (call: ServiceCall): boolean => ofAnother.has(call),
    /** The number of exchanges for which the rule holds. */
    holds: (id: RuleId): number => seenBy(id).holds,
    /** The first few different violations. */
    violations: (id: RuleId): readonly LoggedViolation[] => [...seenBy(id).violations.values()],
    /** The violations that no earlier call of this function returned. */
    takeNew(id: RuleId): readonly LoggedViolation[] {
      const seen = seenBy(id);
      const fresh = [...seen.violations.values()].slice(seen.taken);
      seen.taken = seen.violations.size;

      return fresh.filter(({ violation }) => violation.at === undefined);
    },
    /** How many violations there are, and whether they last from the beginning of the run to its end. */
    counts(id: RuleId): { readonly all: number; readonly separate: number; readonly isLasting: boolean } {
      const { all, separate, first, last } = seenBy(id);
      const isLasting =
        first !== undefined &&
        first.number < history.count / 3 &&
        last.number > (2 * history.count) / 3 &&
        last.at - first.at >= LONGEST_OVERLOAD;

      return { all, separate, isLasting };
    },
  };
}
