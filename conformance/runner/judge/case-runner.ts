/** Runs the cases of one rule, at the same time or alone, and once more where a server error prevented one. */
import { isLost, type Transcript } from '../../rule/exchange.ts';
import { OUTAGE, sleep } from '../../rule/interruption.ts';
import type { Rule } from '../../rule/rule.ts';
import { type RequestShape, requestShapes } from '../../verdict/failure-shape/shape.ts';
import type { RunContext } from '../run-context.ts';
import { type Execution, execute } from './execution.ts';

/** Further executions of a case that a server error prevented: an error in 1% of all calls prevents three in a row one time in a million. */
const RETRIES_AFTER_ERROR = 2;

/** When a case is run. */
interface Turn {
  /** Whether it runs alone with the deployment. */
  readonly isAlone: boolean;
  /** Whether no rule waits for it, as for random cases. */
  readonly isOptional: boolean;
  /** Whether the other cases of the rule wait for it. */
  readonly isFirst: boolean;
}

export interface CaseRunner {
  /** Runs a value once, whatever else is running. @throws internal errors */
  run(value: unknown): Promise<Execution>;
  /** Runs a case when it is its turn. @throws internal errors */
  runInTurn(value: unknown, turn: Turn): Promise<Execution>;
  /** Requests of all executions. */
  readonly requests: number;
  /** The shapes of requests for which the rule held; only where failures of the rule may not count. */
  readonly held: readonly RequestShape[];
}

/** @param priority of its requests among those of all rules */
export function createCaseRunner(rule: Rule, runContext: RunContext, priority: number): CaseRunner {
  const { client, lock, retries, signal } = runContext;
  const goesOn = runContext.goesOn(rule.id);
  const held = new Map<string, RequestShape>();
  let requests = 0;
  /** Whether a case got no answer twice. */
  let isSilent = false;

  const run = async (value: unknown, urgency = priority): Promise<Execution> => {
    const execution = await execute(rule, value, runContext, urgency);
    requests += execution.requests;
    if (goesOn && execution.kind === 'held')
      for (const shape of requestShapes(rule.id, execution.transcript.steps))
        held.set(JSON.stringify(shape), shape);

    return execution;
  };
  /** The first case may explain the others. Where no rule waits, a case that has begun ends before another begins. */
  const urgencyOf = ({ isFirst, isOptional }: Turn): number =>
    isOptional ? 0 : priority + (isFirst ? 1 : 0.5);

  return {
    run: (value) => run(value),
    async runInTurn(value, turn) {
      const urgency = urgencyOf(turn);
      for (let retriesLeft = RETRIES_AFTER_ERROR; ; retriesLeft--) {
        const execution = await lock[turn.isAlone ? 'exclusive' : 'shared'](() => run(value, urgency));
        const isPrevented = execution.kind === 'not-judged' && isAccident(execution.transcript);
        if (!isPrevented || retriesLeft === 0 || retries.isSpent) return execution;
        if (hasTimeout(execution.transcript)) {
          // Where it gets no answer again, each further case would take as long.
          if (isSilent || retriesLeft < RETRIES_AFTER_ERROR) {
            isSilent = true;

            return execution;
          }
        }
        retries.spend(execution.requests);
        client.budget.refund(execution.requests);
        // Before the last one, a short outage may end.
        if (retriesLeft === 1) await sleep(OUTAGE, signal).catch(() => {});
      }
    },
    get requests() {
      return requests;
    },
    get held() {
      return [...held.values()];
    },
  };
}

/** Whether a server error or a lost answer may have prevented the case. */
function isAccident({ steps }: Transcript): boolean {
  return steps.some((step) =>
    step.response.kind === 'answered' ? step.response.status >= 500 : isLost(step),
  );
}

function hasTimeout({ steps }: Transcript): boolean {
  return steps.some(({ response }) => response.kind === 'unanswered' && response.cause === 'timeout');
}
