/** Tests a rule with cases: runs them in waves, confirms failures, and looks for failures that others hide. */
import { chunks } from '../../rule/chunks.ts';
import type { Transcript } from '../../rule/exchange.ts';
import type { NotJudged } from '../../rule/failure.ts';
import { INTERRUPTED, OUTAGE, sleep } from '../../rule/interruption.ts';
import { hasOwnConnections } from '../../rule/own-connections.ts';
import { isRecording } from '../../rule/recording.ts';
import type { Rule } from '../../rule/rule.ts';
import { removeTraits, traitsToRemove } from '../../verdict/failure-shape/remove-traits.ts';
import { type RequestShape, requestShapes } from '../../verdict/failure-shape/shape.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import { type Judged, notJudged, type Outcome } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { type Confirmation, confirmFailure, confirmInCrowd } from './confirm.ts';
import { type Execution, execute, type FailedExecution, toFailure } from './execution.ts';
import { createFoundFailures } from './found-failures.ts';
import type { ConfirmOptions } from './repeat.ts';

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
/** Failures that one case may be shrunk to. */
const MAX_FAILURES_OF_CASE = 3;

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
  const context = runContext.contextFor(rule);
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

  /** Confirms a failure with the requests that the run allows for it. */
  const withAllowance = async <T>(
    execution: FailedExecution,
    confirm: (options: ConfirmOptions) => Promise<T>,
  ): Promise<T> => {
    const before = requests;
    const isKnown = (smaller: FailedExecution) => failures.isOther(smaller, execution);
    const confirmation = await confirm({ rule, context, run, lock, allowance: retries.next(), isKnown });
    retries.spend(requests - before);

    return confirmation;
  };

  /** Confirms a failure; once more where the failure that it shrinks to does not explain it. */
  const confirm = async (value: unknown, execution: FailedExecution): Promise<Confirmation | undefined> => {
    let confirmation: Confirmation | undefined;
    for (let times = 0; times < MAX_FAILURES_OF_CASE; times++) {
      if (failures.isExplained(execution, goesOn) || failures.isFull) break;
      confirmation = await withAllowance(execution, (options) =>
        confirmFailure({ ...options, value, execution }),
      );
      if (confirmation.kind !== 'fail' && confirmation.kind !== 'unstable') break;
      const isNew = failures.add(confirmation);
      if (!isNew || confirmation.kind === 'unstable' || signal.aborted) break;
    }

    return confirmation;
  };

  /** Confirms a violation whose recording held alone. */
  const confirmLogged = async ({ violation, exchange, recording }: LoggedViolation): Promise<void> => {
    const execution: FailedExecution = {
      kind: 'failed',
      failure: toFailure(violation, exchange),
      transcript: { steps: [exchange], freshMtxids: new Map() },
      requests: recording.calls.length,
    };
    if (failures.isExplained(execution, true)) return;
    const confirmation = await withAllowance(execution, (options) =>
      confirmInCrowd({ ...options, value: recording, execution }),
    );
    if (confirmation?.kind === 'unstable' || confirmation?.kind === 'fail') failures.add(confirmation);
  };

  /** Takes in a failure. Returns the outcome where no further case is to be tried. */
  const takeFailure = async (value: unknown, execution: FailedExecution): Promise<Outcome | undefined> => {
    const before = requests - execution.requests;
    const confirmation = await confirm(value, execution);
    if (confirmation?.kind === 'accident') client.budget.refund(requests - before);
    // The interruption cut off requests, whatever the failure looked like.
    if (signal.aborted) return failures.outcome(INTERRUPTED) ?? notJudged(INTERRUPTED);
    if (confirmation?.kind === 'accident' && 'why' in confirmation.again)
      return failures.outcome(confirmation.again.why) ?? notJudged(confirmation.again.why);
    if (confirmation?.kind === 'accident') {
      accidents++;
      outages.add(wave);
      if (confirmation.again.kind === 'held') exercised++;
      if (confirmation.again.kind === 'not-judged') reasons.push(confirmation.again.reason);
      const isOneOutage = outages.size === 1;
      if (isOneOutage || accidents <= Math.max(MAX_ACCIDENTS, exercised * ACCIDENTS_PER_CASE))
        return undefined;
      const why = `answers were lost again and again: ${confirmation.got}`;

      return failures.outcome(why) ?? notJudged(why);
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
        if (logged !== undefined) await confirmLogged(logged);

        return undefined;
      case 'not-judged': {
        reasons.push(execution.reason);
        const silent = reasons.filter(({ blame }) => blame === 'robustness/answers-in-time');

        return silent.length < MAX_SILENT
          ? undefined
          : (failures.outcome(UNFINISHED.silent) ?? passOrUntested());
      }
      case 'budget-spent': {
        const failed = failures.outcome(execution.why);
        if (failed !== undefined) return failed;

        return isOptional
          ? { kind: 'pass', omitted: `random cases: ${execution.why}` }
          : notJudged(execution.why);
      }
      case 'not-answering':
      case 'interrupted':
        return failures.outcome(execution.why) ?? notJudged(execution.why);
      case 'failed':
        return takeFailure(value, execution);
    }
  };

  /** The parts of a failed case, and the case without what confirmed failures name: both may fail in other ways. */
  const furtherWaves = (value: unknown, execution: FailedExecution): readonly Wave[] => {
    if (hasOwnConnections(value)) return [];
    const isRecorded = isRecording(value);
    const parts = isRecorded ? (execution.parts ?? []) : (rule.split?.(value) ?? []);
    const traits =
      isRecorded || rule.unmask === undefined ? [] : traitsToRemove(failures.explaining(execution));
    const unmasked = traits
      .map((names) => rule.unmask?.(value, (request, fixed) => removeTraits(request, names, fixed)))
      .filter((rest) => rest !== undefined);

    const further = [parts.length > 1 ? parts : [], unmasked];
    const count = further.reduce((sum, values) => sum + values.length, 0);
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
