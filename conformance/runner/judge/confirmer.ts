/** Confirms the failures of one rule that no known failure explains, with the requests that the run allows for each. */
import type { Rule } from '../../rule/rule.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import type { RunContext } from '../run-context.ts';
import { type Confirmation, confirmFailure, confirmInCrowd } from './confirm.ts';
import { type Execution, type FailedExecution, toFailure } from './execution.ts';
import type { FoundFailures } from './found-failures.ts';
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
  /** Confirms a violation whose recording held alone. */
  confirmLogged(logged: LoggedViolation): Promise<void>;
}

export function createConfirmer(
  rule: Rule,
  runContext: RunContext,
  { run, failures }: ConfirmerOptions,
): Confirmer {
  const { lock, retries, signal } = runContext;
  const context = runContext.contextFor(rule);
  const goesOn = runContext.goesOn(rule.id);

  const withAllowance = async <T>(
    value: unknown,
    execution: FailedExecution,
    confirm: (failed: FailedCase) => Promise<T>,
  ): Promise<T> => {
    const spending = async (other: unknown) => {
      const attempt = await run(other);
      retries.spend(attempt.requests);

      return attempt;
    };
    const isKnown = (smaller: FailedExecution) => failures.isOther(smaller, execution);
    const allowance = retries.next();

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

  return {
    async confirm(value, execution) {
      let confirmation: Confirmation | undefined;
      // Repeated if the failure that it shrinks to does not explain it.
      for (let times = 0; times < MAX_FAILURES_OF_CASE; times++) {
        if (failures.isExplained(execution, goesOn) || failures.isFull) break;
        confirmation = await withAllowance(value, execution, confirmFailure);
        if (confirmation.kind !== 'fail' && confirmation.kind !== 'unstable') break;
        const isNew = failures.add(confirmation);
        if (!isNew || confirmation.kind === 'unstable' || signal.aborted) break;
      }

      return confirmation;
    },
    async confirmLogged({ violation, exchange, recording }) {
      const execution: FailedExecution = {
        kind: 'failed',
        failure: toFailure(violation, exchange),
        transcript: { steps: [exchange], freshMtxids: new Map() },
        requests: recording.calls.length,
      };
      if (failures.isExplained(execution, true)) return;
      const confirmation = await withAllowance(recording, execution, confirmInCrowd);
      if (confirmation?.kind === 'unstable' || confirmation?.kind === 'fail') failures.add(confirmation);
    },
  };
}
