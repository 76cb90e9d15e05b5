/** Checks between and after the rules that the deployment still accepts the baseline, and says in which state it is at the end. */
import { describeCall, isGatewayError } from '../rule/assertions.ts';
import { AnswersLost, NotAnswering } from '../rule/failure.ts';
import { INTERRUPTED, Interrupted, PAUSES, sleep } from '../rule/interruption.ts';
import { isDocumented } from '../rule/request-variant.ts';
import { isServed, type ServiceCall } from '../rule/service-call.ts';
import { BudgetSpent } from './client/budget.ts';
import { isAway, LIVENESS_RULE, lastCalls } from './liveness.ts';
import type { Counterexample } from './outcome.ts';
import { converse, type RunnerContext } from './session.ts';

/** Refusals of the baseline in a row after which the deployment refuses everything. */
const MAX_REFUSALS = 3;

/** Why the should rules and observations cannot be judged; undefined where the baseline is still accepted. */
export async function whyUnavailable(runContext: RunnerContext): Promise<string | undefined> {
  const { baseline } = runContext.contextFor({});
  const { fee } = converse(runContext, { id: LIVENESS_RULE });
  let got = '';
  try {
    for (let refusals = 0; refusals < MAX_REFUSALS; refusals++) {
      const call = await fee({ ...baseline });
      if (isServed(call)) return undefined;
      got = describeCall(call);
    }
  } catch (error) {
    if (error instanceof BudgetSpent || error instanceof AnswersLost) return error.message;
    if (error instanceof Interrupted) return INTERRUPTED;
    if (error instanceof NotAnswering) return `it stopped answering: ${error.message}`;
    throw error;
  }

  return `a valid fee call, priced before, is not any more: ${got}`;
}

/** The state of the deployment at the end of the run. */
export type FinalState =
  /** It answers, or refuses in a way that the document leaves open, such as a rate limit. */
  | { readonly kind: 'answers' }
  | { readonly kind: 'stopped'; readonly counterexample: Counterexample }
  /** A gateway answers in its place, or the network fails; one sentence. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Sends the baseline once more, and repeatedly for as long as a short outage takes. */
export async function checkLiveness(runContext: RunnerContext): Promise<FinalState> {
  const { deployment, log, liveness, signal } = runContext;
  const { baseline } = runContext.contextFor({});
  if (endsWithFee(log.recent, baseline)) return { kind: 'answers' };
  let why: string | undefined;
  try {
    for (const ms of [...PAUSES, 0]) {
      const recent = [...log.recent];
      const { fee, transcript } = converse(runContext, { id: LIVENESS_RULE });
      const call = await fee({ ...baseline });
      if (liveness.isGone) break;
      const state = stateShownBy(call);
      if (state === 'answers') return { kind: 'answers' };
      why = `At the end of the run ${deployment.url.origin} gave no fee for a valid call that it had accepted: ${describeCall(call)}.`;
      if (ms > 0) await sleep(ms, signal);
      else if (state === 'unknown' || (call.response.kind === 'unanswered' && log.mayBeLockedOut))
        return { kind: 'unknown', why };
      else return { kind: 'stopped', counterexample: lastCalls(recent, { call, steps: transcript.steps }) };
    }
  } catch (error) {
    const isCutShort = [BudgetSpent, Interrupted, NotAnswering].some((kind) => error instanceof kind);
    if (!isCutShort) throw error;
  }
  if (liveness.isGone) return goneState(runContext);

  // The cap left too few requests to wait out an outage.
  return why === undefined || signal.aborted ? { kind: 'answers' } : { kind: 'unknown', why };
}

/** Whether the baseline was served after all other calls. */
function endsWithFee(exchanges: readonly ServiceCall[], baseline: object): boolean {
  const last = exchanges.at(-1);
  if (last?.merchant !== 'one' || !isServed(last) || last.body !== JSON.stringify(baseline)) return false;

  return isDocumented(last.variant) && exchanges.every((one) => one === last || one.endedAt <= last.sentAt);
}

/** The state of a deployment that is gone. One that answered calls with wrong tokens, and none after them, locks the client out. */
export async function goneState({ deployment, log, liveness }: RunnerContext): Promise<FinalState> {
  const counterexample = await liveness.counterexample();
  if (!log.mayBeLockedOut || counterexample.got.includes('ECONNREFUSED'))
    return { kind: 'stopped', counterexample };
  const firstLost = log.recent.find(isAway);
  if (firstLost !== undefined && ['own', 'none'].includes(firstLost.variant.credential))
    return { kind: 'answers' };

  return {
    kind: 'unknown',
    why: `${deployment.url.origin} stopped answering after calls with a wrong token, which may be a lockout: ${counterexample.got}.`,
  };
}

function stateShownBy(call: ServiceCall): FinalState['kind'] {
  const { response } = call;
  if (isServed(call)) return 'answers';
  if (response.kind === 'answered') {
    if (isGatewayError(call)) return 'unknown';

    return response.status >= 500 ? 'stopped' : 'answers';
  }
  if (['reset', 'cut-off', 'not-http'].includes(response.cause)) return 'stopped';

  // The rule on the time limit judges a late answer. A proxy, a rate limit or a login page says nothing about the deployment.
  return ['unreachable', 'timeout'].includes(response.cause) ? 'unknown' : 'answers';
}
