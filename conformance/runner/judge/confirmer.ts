/** Confirms the failures of one rule that no known failure explains, with the requests that the run allows for each. */
import type { Conversation } from '../../rule/conversation.ts';
import type { Exchange } from '../../rule/exchange.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../../rule/failure.ts';
import { Interrupted } from '../../rule/interruption.ts';
import type { Rule } from '../../rule/rule.ts';
import { type ScriptCall, sendScript } from '../../rule/script.ts';
import { BudgetSpent } from '../client/budget.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import { converse, type RunContext } from '../run-context.ts';
import { type Confirmation, confirmFailure, confirmInCrowd } from './confirm.ts';
import { type Execution, type FailedExecution, toFailure } from './execution.ts';
import { findOwner } from './find-owner.ts';
import type { FoundFailures } from './found-failures.ts';
import type { IsRefused } from './refused-call.ts';
import type { FailedCase } from './repeat.ts';

/** Failures that one case may be shrunk to. */
const MAX_FAILURES_OF_CASE = 3;

interface ConfirmerOptions {
  readonly run: (value: unknown) => Promise<Execution>;
  /** Confirmed failures are added to these. */
  readonly failures: FoundFailures;
}

export interface Confirmer {
  /** Undefined if a known failure explains it. */
  confirm(value: unknown, execution: FailedExecution): Promise<Confirmation | undefined>;
  /** Confirms a violation whose script held alone. */
  confirmLogged(logged: LoggedViolation): Promise<void>;
}

export function createConfirmer(
  rule: Rule,
  runContext: RunContext,
  { run, failures }: ConfirmerOptions,
): Confirmer {
  const { client, lock, retries, signal } = runContext;
  const context = runContext.contextFor(rule);
  const goesOn = runContext.goesOn(rule.id);

  const withAllowance = async <T>(
    value: unknown,
    execution: FailedExecution,
    confirm: (failed: FailedCase) => Promise<T>,
    isOwn = true,
  ): Promise<T> => {
    const spending = async (other: unknown) => {
      const attempt = await run(other);
      retries.spend(attempt.requests);

      return attempt;
    };
    const isKnown = (smaller: FailedExecution) => failures.isOther(smaller, execution);
    const allowance = isOwn ? retries.next() : 0;

    const { mayWaitLong } = retries;

    return confirm({
      value,
      execution,
      rule,
      context,
      run: spending,
      lock,
      allowance,
      mayWaitLong,
      isKnown,
    });
  };

  /** Requests for controls of the case that is being confirmed. */
  let controlRequests = 0;

  const isRefused: IsRefused = async (calls) => {
    const key = JSON.stringify(calls);
    const known = runContext.controls.get(key);
    if (known !== undefined || signal.aborted) return known;
    const ask = async () => {
      const conversation = converse(runContext, { id: rule.id });
      const last = await lock.exclusive(() => lastOf(calls, conversation));
      const { length } = conversation.transcript.steps;
      retries.spend(length);
      controlRequests += length;

      return last?.outcome.kind;
    };
    // A refusal counts where it repeats: it may be the end of an earlier call over the same connection.
    const first = await ask();
    const kind = first === 'refused' ? await ask() : first;
    if (kind !== 'accepted' && kind !== 'refused') return undefined;
    runContext.controls.set(key, kind === 'refused');

    return kind === 'refused';
  };
  /** The owner of a refusal, where it is another rule, and what differs from an accepted call. */
  const explain = async (confirmation: Confirmation): Promise<Confirmation> => {
    if (confirmation.kind !== 'fail') return confirmation;
    const { counterexample } = confirmation;
    const { expected, got, at, transcript } = counterexample;
    const failure = new RuleBroken(expected, got, 'plain', at);
    const found = await findOwner(rule.id, { failure, transcript }, context, isRefused);
    if (found === undefined) return confirmation;
    const { owner, ...explained } = found;

    return {
      ...confirmation,
      counterexample: { ...counterexample, ...explained, ...(owner === rule.id ? {} : { owner }) },
    };
  };

  return {
    async confirm(value, execution) {
      let confirmation: Confirmation | undefined;
      // Repeated if the failure that it shrinks to does not explain it.
      for (let times = 0; times < MAX_FAILURES_OF_CASE; times++) {
        if (failures.isExplained(execution, goesOn) || failures.isFull) break;
        // A server error may be an accident, which needs no owner.
        const isAccident = execution.failure.nature === 'server-error';
        const found = isAccident ? undefined : await findOwner(rule.id, execution, context, isRefused);
        const isOwn = found === undefined || found.owner === rule.id;
        confirmation = await explain(await withAllowance(value, execution, confirmFailure, isOwn));
        if (confirmation.kind !== 'fail' && confirmation.kind !== 'unstable') break;
        const isNew = failures.add(confirmation);
        if (!isNew || confirmation.kind === 'unstable' || signal.aborted) break;
      }
      // An accident costs the other rules none of their requests.
      if (confirmation?.kind !== 'fail') client.budget.refund(controlRequests);
      controlRequests = 0;

      return confirmation;
    },
    async confirmLogged({ violation, exchange, script }) {
      const execution: FailedExecution = {
        kind: 'failed',
        failure: toFailure(violation, exchange),
        transcript: { steps: [exchange], freshMtxids: new Map() },
        requests: script.calls.length,
      };
      if (failures.isExplained(execution, true)) return;
      const confirmation = await withAllowance(script, execution, confirmInCrowd);
      if (confirmation?.kind === 'unstable' || confirmation?.kind === 'fail') failures.add(confirmation);
    },
  };
}

/** Undefined where its answer, or that of an earlier call, shows nothing. @throws internal errors */
async function lastOf(
  calls: readonly ScriptCall[],
  conversation: Conversation,
): Promise<Exchange | undefined> {
  try {
    await sendScript({ calls }, conversation);

    return conversation.transcript.steps.at(-1);
  } catch (error) {
    const isExpected = [NotJudged, NotAnswering, BudgetSpent, Interrupted].some(
      (kind) => error instanceof kind,
    );
    if (isExpected) return undefined;
    throw error;
  }
}
