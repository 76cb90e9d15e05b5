/** Makes the observations with the requests that the rules leave. They never affect the verdict. */

import type { ObserveRule } from '../../../src/contract/rule-ids.ts';
import type { Stages } from '../../observations/index.ts';
import type { Observation } from '../../observations/observation.ts';
import { isOpen } from '../../observations/observation-collector.ts';
import { createObservationContext, type ObservationContext } from '../../observations/observation-context.ts';
import { now } from '../../rule/clock.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../../rule/failure.ts';
import { Interrupted } from '../../rule/interruption.ts';
import { BudgetSpent, isLimitReached } from '../client/budget.ts';
import { whyUnavailable } from '../final-state.ts';
import { notJudged, notSelected, type RuleResult, toResult, withoutRequests } from '../outcome.ts';
import { converse, ONE_AFTER_ANOTHER, type RunnerContext } from '../session.ts';

/** With fewer requests left, groups run in sequence, so that the first observations finish. */
const ENOUGH_FOR_ALL = 60;

/** The requests and time of one observation, and why it ended early; finally, if no other one can send requests either. */
interface Attempt {
  readonly requests: number;
  readonly ms: number;
  readonly failure?: { readonly reason: string; readonly isFinal: boolean } | undefined;
}

export function createObserver(runContext: RunnerContext, observations: readonly Observation[]) {
  const { client, observed, selects, onJudged } = runContext;
  const attempts = new Map<ObserveRule, Attempt>();
  let losses = 0;
  let isOver = false;

  const runGroup = async (group: readonly Observation[]) => {
    const [first] = group;
    if (first === undefined) return;
    const conversation = converse(runContext, { id: first.id, priority: ONE_AFTER_ANOTHER.observations });
    const { steps } = conversation.transcript;
    const context = createObservationContext({
      conversation,
      context: runContext.contextFor({}),
      countLoss: () => ++losses,
      requestsSent: () => client.budget.sent,
      throttleStatuses: client.throttleStatuses,
      wrongTokens: runContext.log.wrongTokens,
    });
    for (const observation of group) {
      const { id, run } = observation;
      if (isOver || run === undefined || !isOpen(observed.result(id))) continue;
      const startedAt = now();
      const before = steps.length;
      const failure = await runOne(observation, context, runContext);
      isOver ||= failure?.isFinal === true;
      attempts.set(id, { requests: steps.length - before, ms: now() - startedAt, failure });
    }
  };

  return {
    /** Sends the requests of the selected observations. Resolves whatever the deployment does. */
    async run(stages: Stages): Promise<void> {
      for (const stage of stages) {
        const groups = stage.map((group) => group.filter(({ id }) => selects(id)));
        if (client.budget.left >= ENOUGH_FOR_ALL) await Promise.all(groups.map(runGroup));
        else for (const group of groups) await runGroup(group);
      }
    },
    /**
     * A deployment that now refuses valid calls may have begun to do so during the observations, so that its refusals
     * show nothing. If no request is left to check that, the observations count.
     */
    async whyInDoubt(): Promise<string | undefined> {
      const all = [...attempts.values()];
      const final = all.find(({ failure }) => failure?.isFinal)?.failure;
      if (final !== undefined || all.every(({ requests }) => requests === 0)) return final?.reason;
      const reason = await whyUnavailable(runContext);

      return isLimitReached(reason) ? undefined : reason;
    },
    /** @param doubt why no request could be sent, or what was sent shows nothing; undefined where it counts */
    results(doubt: string | undefined): readonly RuleResult[] {
      return observations.map((observation) => {
        const { id } = observation;
        const { requests, ms, failure }: Attempt = attempts.get(id) ?? { requests: 0, ms: 0 };
        const option = requests > 0 && doubt !== undefined ? undefined : observed.result(id);
        const judged = !selects(id)
          ? notSelected()
          : option !== undefined
            ? { ...withoutRequests({ kind: 'observed', option }), exercised: observed.count(id) }
            : withoutRequests(notJudged(doubt ?? failure?.reason ?? 'no exchange of this run shows it'));
        const result = toResult(observation, { ...judged, requests }, ms);
        onJudged(result);

        return result;
      });
    },
  };
}

/** The choices of the deployment by name. */
export function observedChoices(
  results: readonly RuleResult[],
  observations: readonly Observation[],
): Readonly<Record<string, string>> {
  const observed = results.flatMap(({ id, outcome }) => {
    const choice = observations.find((observation) => observation.id === id)?.choice;

    return outcome.kind === 'observed' && choice !== undefined ? [[choice, outcome.option]] : [];
  });

  return Object.fromEntries(observed);
}

/** Returns why the run ended early; undefined where it ended well. */
async function runOne(
  { id, run }: Observation,
  context: ObservationContext,
  { observed }: RunnerContext,
): Promise<Attempt['failure']> {
  try {
    const options = await run?.(context);
    if (options !== undefined) observed.add(id, options);

    return undefined;
  } catch (error) {
    const isFinal = error instanceof Interrupted || error instanceof NotAnswering;
    const isKnown =
      isFinal || error instanceof BudgetSpent || error instanceof NotJudged || error instanceof RuleBroken;

    // An internal error in an observation must not affect the verdict.
    return { reason: isKnown ? error.message : `internal error in tollgate: ${String(error)}`, isFinal };
  }
}
