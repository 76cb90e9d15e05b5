/** Shows the last calls before a deployment stopped answering, and finds the one that did it where it comes back. */

import { describeExchange } from '../rule/assertions.ts';
import { now } from '../rule/clock.ts';
import { type ConversationOptions, startConversation } from '../rule/conversation.ts';
import type { Exchange } from '../rule/exchange.ts';
import { sleep } from '../rule/interruption.ts';
import { type Script, sendScript } from '../rule/script.ts';
import type { Client } from './client/client.ts';
import { type Counterexample, PRICED_EARLIER } from './outcome.ts';

/** The baseline request that got no answer, with the exchanges of its conversation. */
export interface Last {
  readonly exchange: Exchange;
  readonly steps: readonly Exchange[];
}

const MAX_SHOWN = 10;

/** The last of calls in the order in which they were sent: all that were lost, and answered ones before them. */
function lastSent(sent: readonly Exchange[]): readonly Exchange[] {
  const lost = sent.findIndex(isLost);
  const from = Math.max(0, Math.min(sent.length - MAX_SHOWN, lost === -1 ? sent.length : lost - 1));

  return sent.slice(from, from + MAX_SHOWN);
}

const isLost = ({ response }: Exchange) => response.kind === 'unanswered';

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
export function lastCalls(recent: readonly Exchange[], { exchange, steps }: Last): Counterexample {
  const last = lastSent(recent);

  return {
    value: toScript(last, exchange),
    expected: PRICED_EARLIER,
    got: describeExchange(exchange),
    transcript: { steps: [...last, ...steps], freshMtxids: new Map() },
  };
}

interface Search extends Pick<ConversationOptions, 'successShape' | 'deployment'> {
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
}: Search): Promise<Counterexample> {
  const all = lastCalls(recent, last);
  try {
    if (isLost((await ask()).exchange)) return all;
    for (const suspect of lastSent(recent).toSorted(
      (one, other) => Number(isLost(other)) - Number(isLost(one)),
    )) {
      if (now() > end) break;
      const conversation = startConversation({ client, ...options });
      await sendScript({ calls: [toCall(suspect)] }, conversation);
      await sleep(PAUSE, signal);
      const after = await ask();
      if (!isLost(after.exchange)) continue;
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
