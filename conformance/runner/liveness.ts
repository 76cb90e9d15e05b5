/**
 * Notices that the deployment stops answering, limits the time that is spent on answers that do not come, and finds the
 * call after which it is gone.
 */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { describeCall, isGatewayError } from '../rule/assertions.ts';
import { now } from '../rule/clock.ts';
import { type ConversationOptions, startConversation } from '../rule/conversation.ts';
import { AnswersLost, DeploymentGone } from '../rule/failure.ts';
import type { HttpResult, OutgoingRequest } from '../rule/http-result.ts';
import { PAUSES, sleep } from '../rule/interruption.ts';
import { type Script, sendScript } from '../rule/script.ts';
import type { ServiceCall } from '../rule/service-call.ts';
import { type Client, createWaitingTime, type Send } from './client/client.ts';
import { Recalled } from './client/turns.ts';
import type { RunLog } from './history/run-log.ts';
import { type Counterexample, PRICED_EARLIER } from './outcome.ts';

/** The rule that fails where the deployment stops answering. */
export const LIVENESS_RULE: RuleId = 'robustness/survives-malformed-input';

/** A deployment is gone when this many baseline requests, sent over some milliseconds, got no answer, or a gateway's. */
const ATTEMPTS = 3;
/** A gateway answers 502, 503 or 504 while what is behind it restarts, which takes longer than to come back from a pause. */
const GONE_AFTER = { silent: 10_000, gateway: 24_000 } as const;
/** Answers of a gateway in a row that may be an outage; each time that they are none, it takes twice as many. */
const MANY_GATEWAY_ERRORS = 3;

/** Refused connections after each of which one request is sent again. */
const MAX_OUTAGES = 3;

/** A run spends this many milliseconds, or time limits, on a deployment that does not answer, whichever is longer. */
const SPENT = { ms: 60_000, limits: 12 } as const;
/** The shares of that time for lost answers: in the rules, and up to the end. Finding out that it is gone takes the rest. */
const SHARE = { rules: 5 / 12, end: 9 / 12 } as const;

interface WatchOptions extends Pick<ConversationOptions, 'successShape' | 'deployment'> {
  readonly client: Client;
  readonly limits: { readonly concurrency: number; readonly timeout: number };
  readonly baseline: object;
  readonly signal: AbortSignal;
  readonly log: RunLog;
}

/**
 * Returns a `send` that asks the baseline after a lost answer, and holds other requests back meanwhile. Where the
 * deployment is gone, it throws DeploymentGone and sends nothing; after too much waiting, AnswersLost.
 */
export function watchLiveness({ client, limits, baseline, signal, log, ...options }: WatchOptions) {
  const allowed = Math.max(SPENT.ms, SPENT.limits * limits.timeout);
  const waited = createWaitingTime();
  /** Requests that got no answer. */
  let lost = 0;
  let share: number = SHARE.rules;
  let gone: Last | undefined;
  let held: Promise<void> | undefined;
  let inFlight = 0;
  let whenQuiet: (() => void) | undefined;
  /** When the latest request was sent that has an answer, and not a gateway's. */
  let answeredFrom = 0;
  let hasCounted = false;
  let baselineRequest: OutgoingRequest | undefined;
  let gatewayErrors = 0;
  let manyGatewayErrors = MANY_GATEWAY_ERRORS;
  let counterexample: Promise<Counterexample> | undefined;

  /** Sends the baseline over a new connection. */
  const ask = async (): Promise<Last> => {
    const send = (request: OutgoingRequest) => {
      baselineRequest = request;

      return client.send({ ...request, connection: 'new' });
    };
    const { fee, transcript } = startConversation({ client: { send }, ...options });
    const call = await fee({ ...baseline });
    client.budget.refund(1);

    return { call, steps: transcript.steps };
  };
  /** Asks the baseline, with no other connection open, until it has an answer or for too long. */
  const find = async () => {
    const startedAt = now();
    for (let attempt = 1; ; attempt++) {
      await sleep(PAUSES[Math.min(attempt, PAUSES.length) - 1] ?? 0, signal);
      await client.reconnect();
      const last = await ask();
      if (!isAway(last.call)) return;
      const limit = isNoAnswer(last.call.response) ? GONE_AFTER.silent : GONE_AFTER.gateway;
      if (attempt < ATTEMPTS || now() - startedAt < limit) continue;
      gone = last;

      return;
    }
  };
  /** Limits the connections to those that are served at the same time, if the others are served once these are closed. */
  const count = async () => {
    hasCounted = true;
    if (baselineRequest === undefined || client.budget.left <= 2 * limits.concurrency) return;
    const open = await client.sendTogether(baselineRequest, 'extra');
    if (!open.some(isNoAnswer)) return;
    const closed = await client.sendTogether(baselineRequest, 'once');
    if (!closed.some(isNoAnswer))
      await client.limitConnections(Math.max(1, open.filter((response) => !isNoAnswer(response)).length));
  };
  const examine = async (sentAt: number, isTimeout: boolean) => {
    const isFirst = isTimeout && limits.concurrency > 1 && !hasCounted;
    if (answeredFrom > sentAt && !isFirst) return;
    const startedAt = now();
    client.recall();
    while (inFlight > 0) await new Promise<void>((go) => (whenQuiet = go));
    if (answeredFrom <= sentAt || isFirst) await find();
    if (gone === undefined && isFirst) await count();
    waited.add(startedAt, now());
  };
  /** Holds further requests back until it is known whether the deployment answers. */
  const hold = (sentAt: number, isTimeout: boolean): Promise<void> => {
    held ??= examine(sentAt, isTimeout).finally(() => {
      held = undefined;
    });

    return held;
  };
  const send: Send = async (request, urgency) => {
    for (let outages = 0, isAgain = false; ; ) {
      while (held !== undefined) await held;
      if (gone !== undefined) throw new DeploymentGone(describeCall(gone.call));
      if (waited.ms > share * allowed) throw new AnswersLost(lost, waited.ms);
      inFlight++;
      const response = await client
        .send(request, urgency)
        .catch((error: unknown) => (error instanceof Recalled ? undefined : Promise.reject(error)))
        .finally(() => {
          if (--inFlight === 0) whenQuiet?.();
        });
      if (response === undefined) continue;
      const sentAt = now() - response.ms;
      if (!isNoAnswer(response)) {
        if (!isGatewayError({ response })) {
          answeredFrom = Math.max(answeredFrom, sentAt);
          gatewayErrors = 0;
        } else if (++gatewayErrors >= manyGatewayErrors) {
          await hold(sentAt, false);
          gatewayErrors = 0;
          manyGatewayErrors *= 2;
        }

        return response;
      }
      const isRefused = isRefusedConnection(response);
      waited.add(sentAt, now());
      if (!isRefused) lost++;
      // Those that wait for their turn are not to be sent any more.
      if (waited.ms > share * allowed) client.recall();
      const isTimeout = response.kind === 'unanswered' && response.cause === 'timeout';
      const wasCounted = hasCounted;
      await hold(sentAt, isTimeout);
      // A request that was lost before the connections were limited may have waited for one.
      const mayRepeat = isTimeout && !wasCounted && client.connections < limits.concurrency;
      if (isRefused ? ++outages > MAX_OUTAGES : isAgain || !mayRepeat || !request.mayBeRepeated)
        return response;
      isAgain = true;
    }
  };
  /** Repeats the last calls one by one, each followed by the baseline, if the deployment has come back. */
  const findDeadly = async (last: Last): Promise<Counterexample> => {
    const end = now() + Math.max(0, (SHARE.end * allowed - waited.ms) / 2);
    const recent = bySending(log.recent);
    const all = lastCalls(recent, last);
    try {
      if (isAway((await ask()).call)) return all;
      const suspects = lastSent(recent);
      for (const suspect of [...suspects.filter(isAway), ...suspects.filter((one) => !isAway(one))]) {
        if (now() > end) break;
        const conversation = startConversation({ client, ...options });
        await sendScript({ calls: [toCall(suspect)] }, conversation);
        await sleep(PAUSE, signal);
        const after = await ask();
        if (isAway(after.call)) return shownBy([suspect], conversation.transcript.steps, after);
      }
    } catch {
      // A limit was reached, or the run interrupted: the last calls stand for the deadly one.
    }

    return all;
  };

  return {
    send,
    liveness: {
      /** Whether it stopped answering for good. */
      get isGone(): boolean {
        return gone !== undefined;
      },
      /** The last requests before it was gone, or the one that did it. */
      counterexample(): Promise<Counterexample> {
        if (gone === undefined) throw new Error('the deployment answers');
        counterexample ??= findDeadly(gone);

        return counterexample;
      },
      /** Allows the time for lost answers that is kept for the end of the run. */
      beginEnd(): void {
        share = SHARE.end;
      },
    },
  };
}

/** Milliseconds between a suspect and the baseline. */
const PAUSE = 200;

/** Whether the deployment itself gave no answer; any answer, a refusal of the token too, shows that it is alive. */
function isNoAnswer(response: HttpResult): boolean {
  if (response.kind === 'answered') return false;

  return ['timeout', 'reset', 'cut-off'].includes(response.cause) || isRefusedConnection(response);
}

function isRefusedConnection(response: HttpResult): boolean {
  return (
    response.kind === 'unanswered' && response.cause === 'unreachable' && response.detail === 'ECONNREFUSED'
  );
}

/** Whether the deployment gave no answer itself. */
export function isAway(call: ServiceCall): boolean {
  return isNoAnswer(call.response) || isGatewayError(call);
}

/** The baseline request that got no answer, with the exchanges of its conversation. */
interface Last {
  readonly call: ServiceCall;
  readonly steps: readonly ServiceCall[];
}

/** In the order in which they were sent: many wait for their turn before. */
function bySending(exchanges: readonly ServiceCall[]): readonly ServiceCall[] {
  const sentAt = ({ endedAt, response }: ServiceCall) => endedAt - response.ms;

  return exchanges.toSorted((one, other) => sentAt(one) - sentAt(other));
}

const MAX_SHOWN = 10;

/** The last of calls in the order in which they were sent: all that were lost, and answered ones before them. */
function lastSent(sent: readonly ServiceCall[]): readonly ServiceCall[] {
  const lost = sent.findIndex(isAway);
  const from = Math.max(0, Math.min(sent.length - MAX_SHOWN, lost === -1 ? sent.length : lost - 1));

  return sent.slice(from, from + MAX_SHOWN);
}

/** @param recent in the order in which they were sent */
export function lastCalls(recent: readonly ServiceCall[], last: Last): Counterexample {
  const calls = lastSent(recent);

  return shownBy(calls, calls, last);
}

/** A case of the liveness rule. @param steps the exchanges of the calls */
function shownBy(calls: readonly ServiceCall[], steps: readonly ServiceCall[], last: Last): Counterexample {
  const value: Script = {
    calls: [
      ...calls.map((one) => ({ ...toCall(one), mayBeLost: true as const })),
      { ...toCall(last.call), expects: { still: PRICED_EARLIER } },
    ],
  };

  return {
    value,
    expected: PRICED_EARLIER,
    got: describeCall(last.call),
    transcript: { steps: [...steps, ...last.steps], freshMtxids: new Map() },
  };
}

function toCall({ operation, role, variant, body }: ServiceCall) {
  return { operation, merchant: role, variant, body: { raw: body } };
}
