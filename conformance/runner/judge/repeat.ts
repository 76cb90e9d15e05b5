/** Runs a failed case again as it is: until it fails, or as long as it fails likewise. */
import type { RuleContext } from '../../rule/context.ts';
import type { RuleBroken } from '../../rule/failure.ts';
import type { Rule } from '../../rule/rule.ts';
import type { SharedLock } from '../shared-lock.ts';
import type { Execution, FailedExecution } from './execution.ts';

/** Executions and requests for repeating one case, within the allowance of a failure. */
const REPEAT_TIMES = 24;
const REPEAT_REQUESTS = 40;

/** A failed case, with the parts that are needed to run it again. */
export interface FailedCase {
  readonly value: unknown;
  readonly execution: FailedExecution;
  readonly rule: Rule;
  readonly context: RuleContext;
  readonly run: (value: unknown) => Promise<Execution>;
  readonly lock: SharedLock;
  /** The request limit for this failure. */
  readonly allowance: number;
  /** Counts one more outage of a gateway; returns whether it may be waited out. */
  readonly mayWaitLong?: () => boolean;
  /** Whether an execution shows another known failure: shrinking must not end there. */
  readonly isKnown?: (execution: FailedExecution) => boolean;
  /** Requests spent on shrinking so far. */
  readonly spent?: number;
}

/** Repeats a case until it fails; `attempts` counts the executions that could show it. */
export async function repeat({ value, run, allowance }: FailedCase): Promise<{
  readonly execution?: FailedExecution;
  readonly attempts: number;
  readonly requests: number;
  /** Whether no more requests can be sent. */
  readonly isCutShort?: true;
}> {
  const maxRequests = Math.min(REPEAT_REQUESTS, allowance);
  let requests = 0;
  for (let attempts = 1; ; attempts++) {
    const execution = await run(value);
    requests += execution.requests;
    if (execution.kind === 'failed') return { execution, attempts, requests };
    if (!isComplete(execution)) return { attempts: attempts - 1, requests, isCutShort: true };
    if (attempts === REPEAT_TIMES || requests >= maxRequests) return { attempts, requests };
  }
}

/** Whether it ended, so that it counts as an attempt. */
export function isComplete({ kind }: Execution): boolean {
  return kind === 'held' || kind === 'not-judged' || kind === 'failed';
}

/** Returns the last failure, and the first execution that did not fail likewise. */
export async function repeatsEachTime(
  failed: FailedCase,
  times: number,
  isSame = (_: RuleBroken, __: FailedExecution) => true,
): Promise<{ readonly last: FailedCase; readonly again?: Execution }> {
  let last = failed;
  for (let done = 0; done < times; done++) {
    const execution = await failed.run(failed.value);
    if (execution.kind !== 'failed' || !isSame(execution.failure, execution))
      return { last, again: execution };
    last = { ...failed, execution };
  }

  return { last };
}

/** A failure that was seen twice in one execution may shrink to one that is seen once. */
export function isAlike(smaller: RuleBroken, { nature }: RuleBroken): boolean {
  return smaller.nature === nature || (nature === 'seen-twice' && smaller.nature === 'plain');
}
