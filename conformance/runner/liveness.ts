/** Checks between and after the rules that the deployment still answers the baseline, and finds the call after which it does not. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { describeExchange, isGatewayError } from '../rule/assertions.ts';
import { now } from '../rule/clock.ts';
import { type ConversationOptions, startConversation } from '../rule/conversation.ts';
import { type Exchange, isServed } from '../rule/exchange.ts';
import { AnswersLost, NotAnswering } from '../rule/failure.ts';
import { INTERRUPTED, Interrupted, PAUSES, sleep } from '../rule/interruption.ts';
import { isDocumented } from '../rule/request-variant.ts';
import { type Script, sendScript } from '../rule/script.ts';
import { BudgetSpent } from './client/budget.ts';
import type { Client } from './client/client.ts';
import { type Counterexample, PRICED_EARLIER } from './outcome.ts';
import { converse, type RunnerContext } from './run-context.ts';

/** The rule that fails where the deployment stops answering. */
export const LIVENESS_RULE: RuleId = 'robustness/survives-malformed-input';

/** Refusals of the baseline in a row after which the deployment refuses everything. */
const MAX_REFUSALS = 3;

/** Why the should rules and observations cannot be judged; undefined where the baseline is still accepted. */
export async function whyUnavailable(runContext: RunnerContext): Promise<string | undefined> {
  const { baseline } = runContext.contextFor({});
  const { fee } = converse(runContext, { id: LIVENESS_RULE });
  let got = '';
  try {
    for (let refusals = 0; refusals < MAX_REFUSALS; refusals++) {
      const exchange = await fee({ ...baseline });
      if (isServed(exchange)) return undefined;
      got = describeExchange(exchange);
    }
  } catch (error) {
    if (error instanceof BudgetSpent) return error.message;
    if (error instanceof Interrupted) return INTERRUPTED;
    if (error instanceof AnswersLost) return error.message;
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

/** Sends the baseline once more, unless the last call was just that; repeatedly for as long as a short outage takes. */
export async function checkLiveness(runContext: RunnerContext): Promise<FinalState> {
  const { deployment, log, liveness, signal } = runContext;
  const { baseline } = runContext.contextFor({});
  if (endsWithFee(log.recent, baseline)) return { kind: 'answers' };
  let why: string | undefined;
  try {
    for (const ms of [...PAUSES, 0]) {
      const last = [...log.recent];
      const { fee, transcript } = converse(runContext, { id: LIVENESS_RULE });
      const exchange = await fee({ ...baseline });
      if (liveness.isGone) break;
      const state = stateShownBy(exchange);
      if (state === 'answers') return { kind: 'answers' };
      why = `At the end of the run ${deployment.url.origin} gave no fee for a valid call that it had accepted: ${describeExchange(exchange)}.`;
      if (ms > 0) await sleep(ms, signal);
      else if (state === 'unknown' || (exchange.response.kind === 'unanswered' && log.mayBeLockedOut))
        return { kind: 'unknown', why };
      else
        return {
          kind: 'stopped',
          counterexample: lastCalls(last, { exchange, steps: transcript.steps }),
        };
    }
  } catch (error) {
    const isCutShort = [BudgetSpent, Interrupted, NotAnswering].some((kind) => error instanceof kind);
    if (!isCutShort) throw error;
  }
  if (liveness.isGone) return goneState(runContext);
  // The cap left too few requests to wait out an outage.
  if (why !== undefined && !signal.aborted) return { kind: 'unknown', why };

  return { kind: 'answers' };
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

/** Whether the last call was the baseline, sent after all others had ended, and got its fee. */
function endsWithFee(exchanges: readonly Exchange[], baseline: object): boolean {
  const latest = exchanges.at(-1);
  if (latest?.merchant !== 'one' || !isServed(latest) || latest.body !== JSON.stringify(baseline))
    return false;

  return (
    isDocumented(latest.variant) && exchanges.every((one) => one === latest || one.endedAt <= latest.sentAt)
  );
}

function stateShownBy(exchange: Exchange): FinalState['kind'] {
  const { response } = exchange;
  if (isServed(exchange)) return 'answers';
  if (response.kind === 'answered') {
    if (isGatewayError(exchange)) return 'unknown';

    return response.status >= 500 ? 'stopped' : 'answers';
  }
  switch (response.cause) {
    case 'reset':
    case 'cut-off':
    case 'not-http':
      return 'stopped';
    case 'unreachable':
    // The rule on the time limit judges this if it is selected.
    case 'timeout':
      return 'unknown';
    // A proxy, a rate limit or a login page says nothing about the deployment.
    case 'proxy':
    case 'throttled':
    case 'redirected-away':
    case 'too-large':
      return 'answers';
  }
}

/** The baseline request that got no answer, with the exchanges of its conversation. */
export interface Last {
  readonly exchange: Exchange;
  readonly steps: readonly Exchange[];
}

const MAX_SHOWN = 10;

/** The last of calls in the order in which they were sent: all that were lost, and answered ones before them. */
function lastSent(sent: readonly Exchange[]): readonly Exchange[] {
  const lost = sent.findIndex(isAway);
  const from = Math.max(0, Math.min(sent.length - MAX_SHOWN, lost === -1 ? sent.length : lost - 1));

  return sent.slice(from, from + MAX_SHOWN);
}

/** Whether the deployment gave no answer itself. */
const isAway = (exchange: Exchange) => exchange.response.kind === 'unanswered' || isGatewayError(exchange);

function toCall({ operation, role, variant, body }: Exchange) {
  return { operation, merchant: role, variant, body: { raw: body } };
}

/** A case of the liveness rule. */
function toScript(calls: readonly Exchange[], baseline: Exchange): Script {
  return {
    calls: [
      ...calls.map((one) => ({ ...toCall(one), mayBeLost: true as const })),
      { ...toCall(baseline), expects: { still: PRICED_EARLIER } },
    ],
  };
}

/** @param recent in the order in which they were sent */
function lastCalls(recent: readonly Exchange[], { exchange, steps }: Last): Counterexample {
  const last = lastSent(recent);

  return {
    value: toScript(last, exchange),
    expected: PRICED_EARLIER,
    got: describeExchange(exchange),
    transcript: { steps: [...last, ...steps], freshMtxids: new Map() },
  };
}

interface CulpritSearch extends Pick<ConversationOptions, 'successShape' | 'deployment'> {
  readonly recent: readonly Exchange[];
  readonly last: Last;
  readonly client: Client;
  /** By the clock of `performance.now()`. */
  readonly end: number;
  /** Sends the baseline over a new connection. */
  readonly ask: () => Promise<Last>;
  readonly signal: AbortSignal;
}

/** Repeats the last calls one by one, each followed by the baseline, if the deployment has come back. */
export async function findDeadly({
  recent,
  last,
  client,
  end,
  ask,
  signal,
  ...options
}: CulpritSearch): Promise<Counterexample> {
  const all = lastCalls(recent, last);
  try {
    if (isAway((await ask()).exchange)) return all;
    for (const suspect of lastSent(recent).toSorted(
      (one, other) => Number(isAway(other)) - Number(isAway(one)),
    )) {
      if (now() > end) break;
      const conversation = startConversation({ client, ...options });
      await sendScript({ calls: [toCall(suspect)] }, conversation);
      await sleep(PAUSE, signal);
      const after = await ask();
      if (!isAway(after.exchange)) continue;
      const { steps } = conversation.transcript;

      return {
        ...all,
        value: toScript([suspect], after.exchange),
        got: describeExchange(after.exchange),
        transcript: { steps: [...steps, ...after.steps], freshMtxids: new Map() },
      };
    }
  } catch {
    // A limit was reached, or the run interrupted: the last calls stand for the deadly one.
  }

  return all;
}

/** Milliseconds. */
const PAUSE = 200;
