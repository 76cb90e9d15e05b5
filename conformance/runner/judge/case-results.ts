/** Takes in the executions of a rule's cases: confirms failures, and decides when no further case is to be tried. */
import type { NotJudged } from '../../rule/failure.ts';
import { INTERRUPTED } from '../../rule/interruption.ts';
import type { Rule } from '../../rule/rule.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import { notJudged, type Outcome, type Skipped } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import type { CaseRunner } from './case-runner.ts';
import type { Confirmation } from './confirm.ts';
import { createConfirmer } from './confirmer.ts';
import type { Execution, FailedExecution } from './execution.ts';
import type { FoundFailures } from './found-failures.ts';

/** Accidents of a rule that make its other cases doubtful: this number, and this share of its cases. */
const MAX_ACCIDENTS = 5;
const ACCIDENTS_PER_CASE = 0.1;
/** Unconfirmed failures after which the tester stops looking for others. */
const MAX_UNSTABLE = 3;
/** Cases without a response: each further one would take the whole time limit again. */
const MAX_SILENT = 3;
/** Differing fees that are no failure, after which no other case is tried. */
const MAX_DOUBTS = 12;

/** Why further cases of a failed rule were not tried. */
export const SPENT = 'not tried to the end: many failures left few requests';
const UNFINISHED = {
  unstable: 'not tried to the end: failures came and went',
  full: 'not tried to the end: it fails in too many ways',
  slow: 'not tried to the end: each further failure would take long',
  silent: 'answers did not come',
  spent: SPENT,
} as const;

export interface Case {
  readonly value: unknown;
  /** The violation that it repeats. */
  readonly logged?: LoggedViolation;
}

export interface CaseResults {
  /**
   * Returns the outcome where no further case is to be tried.
   *
   * @param wave the number of the wave: accidents of one wave may be one outage
   * @param isOptional whether the rule can pass where the cap on requests leaves this case untested
   * @throws internal errors
   */
  take(one: Case, execution: Execution, wave: number, isOptional: boolean): Promise<Outcome | undefined>;
  /** The outcome where nothing has failed. */
  passOrUntested(): Outcome;
  /** Cases judged. */
  readonly exercised: number;
}

/** @param failures receives those that are confirmed */
export function createCaseResults(
  rule: Rule,
  runContext: RunContext,
  runner: CaseRunner,
  failures: FoundFailures,
): CaseResults {
  const { client, retries, signal } = runContext;
  const goesOn = runContext.goesOn(rule.id);
  const confirmer = createConfirmer(rule, runContext, { run: runner.run, failures });
  const reasons: NotJudged[] = [];
  const doubts: Skipped[] = [];
  const wavesWithAccidents = new Set<number>();
  let exercised = 0;
  let accidents = 0;
  let unstable = 0;

  const passOrUntested = (): Outcome => {
    if (doubts[0] !== undefined) return doubts[0];
    // Other rules are to blame if they prevented most cases.
    const blamed = reasons.filter(({ blame }) => blame !== undefined);

    return exercised > 0 && exercised >= blamed.length ? { kind: 'pass' } : untested(reasons);
  };

  /** The outcome where no further case can be tried. */
  const cutShort = (why: string, isOptional = false): Outcome =>
    failures.outcome(why) ??
    (isOptional ? { kind: 'pass', omitted: `random cases: ${why}` } : notJudged(why));

  const takeAccident = ({ got, again }: Accident, wave: number): Outcome | undefined => {
    if ('why' in again) return cutShort(again.why);
    accidents++;
    wavesWithAccidents.add(wave);
    if (again.kind === 'held') exercised++;
    if (again.kind === 'not-judged') reasons.push(again.reason);
    const isOneOutage = wavesWithAccidents.size === 1;
    if (isOneOutage || accidents <= Math.max(MAX_ACCIDENTS, exercised * ACCIDENTS_PER_CASE)) return undefined;

    return cutShort(`answers were lost again and again: ${got}`);
  };

  const takeFailure = async (
    value: unknown,
    execution: FailedExecution,
    wave: number,
  ): Promise<Outcome | undefined> => {
    const before = runner.requests;
    const confirmation = await confirmer.confirm(value, execution);
    const toConfirm = runner.requests - before;
    if (confirmation?.kind === 'accident') client.budget.refund(execution.requests + toConfirm);
    // A failure that may not count leaves the other rules their requests.
    else if (goesOn) client.budget.refund(toConfirm);
    // The interruption cut off requests, whatever the failure looked like.
    if (signal.aborted) return cutShort(INTERRUPTED);
    if (confirmation?.kind === 'accident') return takeAccident(confirmation, wave);
    exercised++;
    if (confirmation?.kind === 'skipped') {
      doubts.push(confirmation);

      return doubts.length < MAX_DOUBTS ? undefined : (failures.outcome() ?? confirmation);
    }
    if (confirmation?.kind === 'unstable' && ++unstable >= MAX_UNSTABLE && !goesOn)
      return failures.outcome(UNFINISHED.unstable);
    if (failures.isFull) return failures.outcome(UNFINISHED.full);
    // The requests that are left belong to the other rules.
    if (confirmation?.kind === 'fail' && retries.isSpent) return failures.outcome(UNFINISHED.spent);
    const isSlow = confirmation?.kind === 'fail' && isSlowToConfirm(execution);

    return isSlow && !goesOn ? failures.outcome(UNFINISHED.slow) : undefined;
  };

  return {
    async take({ value, logged }, execution, wave, isOptional) {
      switch (execution.kind) {
        case 'held':
          exercised++;
          if (logged !== undefined) await confirmer.confirmLogged(logged);

          return undefined;
        case 'not-judged': {
          reasons.push(execution.reason);
          const silent = reasons.filter(({ blame }) => blame === 'robustness/answers-in-time');
          if (silent.length < MAX_SILENT) return undefined;

          return failures.outcome(UNFINISHED.silent) ?? passOrUntested();
        }
        case 'budget-spent':
          return cutShort(execution.why, isOptional);
        case 'not-answering':
        case 'interrupted':
          return cutShort(execution.why);
        case 'failed':
          return takeFailure(value, execution, wave);
      }
    },
    passOrUntested,
    get exercised() {
      return exercised;
    },
  };
}

type Accident = Extract<Confirmation, { readonly kind: 'accident' }>;

/** Whether each case of the same kind would take as long again. */
function isSlowToConfirm({ failure: { nature } }: FailedExecution): boolean {
  return !['plain', 'server-error', 'fees-differ', 'two-fees'].includes(nature);
}

/** No case could be judged: another rule is to blame, or the deployment is free to leave nothing to judge. */
function untested(reasons: readonly NotJudged[]): Outcome {
  const blamed = reasons.find(({ blame }) => blame !== undefined);
  if (blamed?.blame !== undefined) return { kind: 'blocked', by: blamed.blame, why: blamed.message };
  const why = reasons[0]?.message;

  return why === undefined
    ? notJudged('no case of it came to an end: answers were lost')
    : { kind: 'skipped', cause: 'choice', why };
}
