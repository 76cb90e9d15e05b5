/** Takes in every exchange of a run: shows it to the observers of all rules and keeps violations for confirmation. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import type { ObservationCollector } from '../../observations/observation-collector.ts';
import type { WrongTokens } from '../../observations/observation-context.ts';
import { type Exchange, isServed, type SentExchange } from '../../rule/exchange.ts';
import type { Violation } from '../../rule/finding.ts';
import type { History } from '../../rule/history.ts';
import { LONGEST_OVERLOAD } from '../../rule/interruption.ts';
import type { Rule } from '../../rule/rule.ts';
import { record, type Script } from '../../rule/script.ts';
import { createHistory, FAR_APART, type GrowingHistory } from './history.ts';

export interface RunLog {
  readonly history: Pick<GrowingHistory, keyof History | 'coverage'>;
  readonly findings: Findings;
  /** The last exchanges, the latest one last. */
  readonly recent: readonly Exchange[];
  readonly wrongTokens: WrongTokens;
  /** Whether the calls without a right token have begun, after which a service may lock the client out. */
  readonly mayBeLockedOut: boolean;
  readonly beginWrongTokens: () => void;
  /** Notes that a request is sent. */
  readonly begin: (exchange: SentExchange) => void;
  /**
   * Takes in an exchange.
   *
   * @param steps the exchanges of its execution so far, this one included
   * @param execution of the case that sent it: a violation of its rule is returned, and kept only if it is a proof
   */
  add(exchange: Exchange, steps: readonly Exchange[], execution?: CaseExecution): Violation | undefined;
}

interface CaseExecution {
  /** The rule whose case is running. */
  readonly id: RuleId;
  /** Whether it is the only one. */
  readonly isAlone: boolean;
}

/** The findings of the observers. */
interface Findings {
  /** The number of exchanges for which the rule holds. */
  holds(id: RuleId): number;
  /** The first few different violations. */
  violations(id: RuleId): readonly LoggedViolation[];
  /** The violations that no earlier call of this function returned. */
  takeNew(id: RuleId): readonly LoggedViolation[];
  /** The number of violations, and of those that are far apart; and whether they last from the beginning of the run to its end. */
  counts(id: RuleId): { readonly all: number; readonly separate: number; readonly isLasting: boolean };
  /** Whether it is a first call that was taken for an update of a transaction with another mTxId. */
  isMixedUp(exchange: Exchange): boolean;
}

/** A violation with the calls that lead to it. */
export interface LoggedViolation {
  readonly violation: Violation;
  readonly exchange: Exchange;
  readonly script: Script;
}

/** Exchanges to show when the deployment stops answering: three times the usual concurrency. */
const MAX_RECENT = 24;

export function createRunLog(
  deployment: Deployment,
  rules: readonly Rule[],
  collector: ObservationCollector,
): RunLog {
  const history = createHistory(deployment);
  const observers = createObservers(rules, history);
  const recent: Exchange[] = [];
  let mayBeLockedOut = false;
  const wrongTokens = { refused: 0, isForgedRefused: false };

  return {
    history,
    findings: observers,
    recent,
    begin: history.begin,
    wrongTokens,
    get mayBeLockedOut() {
      return mayBeLockedOut;
    },
    beginWrongTokens() {
      mayBeLockedOut = true;
    },
    add(exchange, steps, execution) {
      recent.push(exchange);
      if (recent.length > MAX_RECENT) recent.shift();
      const { credential } = exchange.variant;
      if (credential !== 'own' && credential !== 'none' && !isServed(exchange)) wrongTokens.refused++;
      if (credential === 'forged' && exchange.outcome.kind === 'refused') wrongTokens.isForgedRefused = true;
      collector.collect(exchange);
      const own = observers.observe(exchange, steps, execution);
      history.add(exchange);

      return own;
    },
  };
}

/** Violated where a first call is taken for an update of a transaction with another mTxId. */
export const MIX_UP_RULE: RuleId = 'identity/distinct-mtxids-are-distinct';
/** Violations that are kept of one rule. */
const MAX_KEPT = 6;

interface RuleObserver {
  readonly id: RuleId;
  readonly judge: NonNullable<Rule['judge']>;
  readonly violations: Map<string, LoggedViolation>;
  holds: number;
  all: number;
  separate: number;
  /** The exchanges with the first and the last violation: their numbers, and when they were sent. */
  first: { readonly number: number; readonly at: number } | undefined;
  last: { readonly number: number; readonly at: number };
  taken: number;
}

function createObservers(
  rules: readonly Rule[],
  history: GrowingHistory,
): Findings & { readonly observe: RunLog['add'] } {
  const observers = new Map<RuleId, RuleObserver>();
  const mixedUp = new WeakSet<Exchange>();
  for (const { id, judge } of rules)
    if (judge !== undefined)
      observers.set(id, {
        id,
        judge,
        violations: new Map(),
        holds: 0,
        all: 0,
        separate: 0,
        first: undefined,
        last: { number: Number.NEGATIVE_INFINITY, at: 0 },
        taken: 0,
      });

  const keep = (
    observer: RuleObserver,
    violation: Violation,
    exchange: Exchange,
    steps: readonly Exchange[],
  ) => {
    observer.all++;
    if (history.count - observer.last.number > FAR_APART) observer.separate++;
    observer.last = { number: history.count, at: exchange.sentAt };
    observer.first ??= observer.last;
    if (observer.violations.size === MAX_KEPT) return;
    const script = record(steps, exchange, violation.related);
    const key = JSON.stringify(script);
    if (!observer.violations.has(key)) observer.violations.set(key, { violation, exchange, script });
  };

  return {
    isMixedUp: (exchange) => mixedUp.has(exchange),
    observe(exchange, steps, execution) {
      let own: Violation | undefined;
      for (const observer of observers.values()) {
        const finding = observer.judge(exchange, history);
        if (finding === undefined) continue;
        if (finding.kind === 'holds') observer.holds++;
        else {
          // Of an earlier call, it is for the count at the end.
          const isOfThis = finding.at === undefined && observer.id === execution?.id;
          const isOwn = isOfThis && (execution.isAlone || showsAll(finding, steps));
          if (isOwn) own = finding;
          // A proof counts even where the case ends otherwise.
          if (!isOwn || finding.failsFrom === 1) keep(observer, finding, exchange, steps);
          if (observer.id === MIX_UP_RULE) mixedUp.add(exchange);
        }
      }

      return own;
    },
    holds: (id) => observers.get(id)?.holds ?? 0,
    violations: (id) => [...(observers.get(id)?.violations.values() ?? [])],
    takeNew(id) {
      const observer = observers.get(id);
      const all = [...(observer?.violations.values() ?? [])];
      const fresh = all.slice(observer?.taken);
      if (observer !== undefined) observer.taken = all.length;

      return fresh.filter(({ violation }) => violation.at === undefined);
    },
    counts(id) {
      const { all = 0, separate = 0, first, last } = observers.get(id) ?? {};
      const isLasting =
        first !== undefined &&
        last !== undefined &&
        first.number < history.count / 3 &&
        last.number > (2 * history.count) / 3 &&
        last.at - first.at >= LONGEST_OVERLOAD;

      return { all, separate, isLasting };
    },
  };
}

/** Whether the exchanges of one execution prove the violation; otherwise it also needs calls of another execution. */
function showsAll({ related = [] }: Violation, steps: readonly Exchange[]): boolean {
  return related.every((exchange) => steps.includes(exchange));
}
