/** Tests a rule with cases: runs them in waves, confirms failures, and looks for failures that others hide. */
import { chunks } from '../../rule/chunks.ts';
import type { Transcript } from '../../rule/exchange.ts';
import type { NotJudged } from '../../rule/failure.ts';
import { INTERRUPTED, OUTAGE, sleep } from '../../rule/interruption.ts';
import { isRecording } from '../../rule/recording.ts';
import type { Rule } from '../../rule/rule.ts';
import { type RequestShape, requestShapes } from '../../verdict/failure-shape/shape.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import { type Judged, notJudged, type Outcome } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { createConfirmer } from './confirmer.ts';
import { type Execution, execute, type FailedExecution } from './execution.ts';
import { createFoundFailures } from './found-failures.ts';
import { hiddenCases } from './hidden-cases.ts';

/** Cases of one rule that run at the same time. */
const CASES_TOGETHER = 16;
/** Further executions of a case that a server error prevented: an error in 1% of all calls prevents three in a row one time in a million. */
const RETRIES_AFTER_ERROR = 2;
/** Accidents of a rule beyond which its other cases are in doubt: at least so many, and a share of its cases. */
const MAX_ACCIDENTS = 5;
const ACCIDENTS_PER_CASE = 0.1;
/** Unconfirmed failures after which no other is looked for. */
const MAX_UNSTABLE = 3;
/** Cases without a response: each further one would take the whole time limit again. */
const MAX_SILENT = 3;

/** Why not all cases of a failed rule were tried. */
const UNFINISHED = {
  unstable: 'not tried to the end: failures came and went',
  full: 'not tried to the end: it fails in too many ways',
  slow: 'not tried to the end: each further failure would take long',
  silent: 'answers did not come',
  spent: 'not tried to the end: many failures left few requests',
} as const;

interface TestOptions {
  readonly values: readonly unknown[];
  /** Violations whose recordings are cases that run alone. */
  readonly logged?: readonly LoggedViolation[];
  /** Whether the rule can pass where the cap on requests leaves these cases untested. */
  readonly isOptional?: boolean;
  /** Whether each case runs alone with the deployment. */
  readonly isAlone?: boolean;
}

export interface Tester {
  /** The result covers the cases of all calls. @throws internal errors */
  test(options: TestOptions): Promise<Judged>;
}

interface Case {
  readonly value: unknown;
  /** The violation that it repeats. */
  readonly logged?: LoggedViolation;
}

type Wave = readonly Case[];

/** @param priority of its requests among those of all rules */
export function createTester(rule: Rule, runContext: RunContext, priority = 0): Tester {
  const { client, lock, retries, signal } = runContext;
  const goesOn = runContext.goesOn(rule.id);
  const failures = createFoundFailures(rule.id);
  const held = new Map<string, RequestShape>();
  const tried = new Set<string>();
  const reasons: NotJudged[] = [];
  let exercised = 0;
  let requests = 0;
  let accidents = 0;
  /** The waves with an accident: all of one wave may be one outage. */
  const outages = new Set<number>();
  let wave = 0;
  let unstable = 0;
  let isUnfinished = false;

  const run = async (value: unknown, urgency = 0): Promise<Execution> => {
    const execution = await execute(rule, value, runContext, priority + urgency);
    requests += execution.requests;
    if (goesOn && execution.kind === 'held')
      for (const shape of requestShapes(rule.id, execution.transcript.steps))
        held.set(JSON.stringify(shape), shape);

    return execution;
  };
  const confirmer = createConfirmer(rule, runContext, { run, failures });
  const runLocked = async (value: unknown, isAlone: boolean, isFirst: boolean): Promise<Execution> => {
    // The other cases wait for the first, and the calls of a recording for each other: begun late, they end last.
    const urgency = isFirst ? 1 : isRecording(value) ? 0.5 : 0;
    for (let retriesLeft = RETRIES_AFTER_ERROR; ; retriesLeft--) {
      const execution = await lock[isAlone ? 'exclusive' : 'shared'](() => run(value, urgency));
      const isPrevented = execution.kind === 'not-judged' && hasServerError(execution.transcript);
      if (!isPrevented || retriesLeft === 0 || retries.isSpent) return execution;
      retries.spend(execution.requests);
      client.budget.refund(execution.requests);
      // Before the last one, a short outage may end.
      if (retriesLeft === 1) await sleep(OUTAGE, signal).catch(() => {});
    }
  };
  /** Adds waves of cases that were not tried yet. */
  const toWaves = (cases: readonly Case[], size = CASES_TOGETHER): readonly Wave[] => {
    const fresh = cases.filter(({ value }) => !tried.has(JSON.stringify(value)));
    for (const { value } of fresh) tried.add(JSON.stringify(value));

    return chunks(fresh, size);
  };

  const passOrUntested = (): Outcome => {
    // Other rules are to blame where they prevented most cases.
    const blamed = reasons.filter(({ blame }) => blame !== undefined);

    return exercised > 0 && exercised >= blamed.length ? { kind: 'pass' } : untested(reasons);
  };

  /** The outcome where no further case can be tried. */
  const cutShort = (why: string, isOptional = false): Outcome =>
    failures.outcome(why) ??
    (isOptional ? { kind: 'pass', omitted: `random cases: ${why}` } : notJudged(why));

  /** Takes in a failure. Returns the outcome where no further case is to be tried. */
  const takeFailure = async (value: unknown, execution: FailedExecution): Promise<Outcome | undefined> => {
    const before = requests - execution.requests;
    const confirmation = await confirmer.confirm(value, execution);
    if (confirmation?.kind === 'accident') client.budget.refund(requests - before);
    // The interruption cut off requests, whatever the failure looked like.
    if (signal.aborted) return cutShort(INTERRUPTED);
    if (confirmation?.kind === 'accident' && 'why' in confirmation.again)
      return cutShort(confirmation.again.why);
    if (confirmation?.kind === 'accident') {
      accidents++;
      outages.add(wave);
      if (confirmation.again.kind === 'held') exercised++;
      if (confirmation.again.kind === 'not-judged') reasons.push(confirmation.again.reason);
      const isOneOutage = outages.size === 1;
      if (isOneOutage || accidents <= Math.max(MAX_ACCIDENTS, exercised * ACCIDENTS_PER_CASE))
        return undefined;

      return cutShort(`answers were lost again and again: ${confirmation.got}`);
    }
    exercised++;
    if (confirmation?.kind === 'skipped') return failures.outcome() ?? confirmation;
    if (confirmation?.kind === 'unstable' && ++unstable >= MAX_UNSTABLE && !goesOn)
      return failures.outcome(UNFINISHED.unstable);
    if (failures.isFull) return failures.outcome(UNFINISHED.full);
    const isSlow = confirmation?.kind === 'fail' && isSlowToConfirm(execution);

    return isSlow && !goesOn ? failures.outcome(UNFINISHED.slow) : undefined;
  };

  /** Takes in an execution. Returns the outcome where no further case is to be tried. */
  const take = async (
    { value, logged }: Case,
    execution: Execution,
    isOptional: boolean,
  ): Promise<Outcome | undefined> => {
    switch (execution.kind) {
      case 'held':
        exercised++;
        if (logged !== undefined) await confirmer.confirmLogged(logged);

        return undefined;
      case 'not-judged': {
        reasons.push(execution.reason);
        const silent = reasons.filter(({ blame }) => blame === 'robustness/answers-in-time');

        return silent.length < MAX_SILENT
          ? undefined
          : (failures.outcome(UNFINISHED.silent) ?? passOrUntested());
      }
      case 'budget-spent':
        return cutShort(execution.why, isOptional);
      case 'not-answering':
      case 'interrupted':
        return cutShort(execution.why);
      case 'failed':
        return takeFailure(value, execution);
    }
  };

  /** The waves of the cases whose failures a failed one may hide. */
  const furtherWaves = (value: unknown, execution: FailedExecution): readonly Wave[] => {
    const further = hiddenCases(rule, value, execution, failures);
    const count = further.flat().length;
    if (count > 0 && retries.isSpent) {
      isUnfinished = true;

      return [];
    }
    retries.spend(count);

    return further.flatMap((values) => toWaves(values.map((value) => ({ value }))));
  };

  const testWaves = async (
    first: readonly Wave[],
    isOptional: boolean,
    isAlone: boolean,
  ): Promise<Outcome> => {
    const waves = [...first];
    for (let cases = waves.shift(); cases !== undefined; cases = waves.shift()) {
      wave++;
      const executed = await Promise.all(
        cases.map(async (one) => ({
          one,
          execution: await runLocked(one.value, isAlone || one.logged !== undefined, wave === 1),
        })),
      );
      for (const { one, execution } of executed) {
        const outcome = await take(one, execution, isOptional);
        if (outcome !== undefined) return outcome;
        if (execution.kind === 'failed') waves.unshift(...furtherWaves(one.value, execution));
      }
    }

    return failures.outcome(isUnfinished ? UNFINISHED.spent : undefined) ?? passOrUntested();
  };

  return {
    async test({ values, logged = [], isOptional = false, isAlone = false }) {
      const cases = [
        ...values.map((value) => ({ value })),
        // Later, as the rule's own cases are simpler.
        ...logged
          .toSorted((one, other) => one.recording.calls.length - other.recording.calls.length)
          .map((one) => ({ value: one.recording, logged: one })),
      ];
      // A late must rule may break the deployment: its counterexample has to show by which case.
      const isSerial = rule.level === 'must' && (rule.stage ?? 0) > 1;
      const size = isSerial ? 1 : CASES_TOGETHER;
      // The failure of the first case may explain the others.
      const first = isOptional ? 0 : 1;
      const waves = [...toWaves(cases.slice(0, first)), ...toWaves(cases.slice(first), size)];
      const outcome = await testWaves(waves, isOptional, isAlone);

      return { outcome, exercised, requests, ...(held.size === 0 ? {} : { held: [...held.values()] }) };
    },
  };
}

/** Whether each case of the same kind would take as long again. */
function isSlowToConfirm({ failure: { nature } }: FailedExecution): boolean {
  return !['plain', 'server-error', 'fees-differ', 'two-fees'].includes(nature);
}

function hasServerError({ steps }: Transcript): boolean {
  return steps.some(({ response }) => response.kind === 'answered' && response.status >= 500);
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
