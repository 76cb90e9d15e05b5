/** Notices when the deployment stops answering: waits out a short outage, and keeps the last requests as the proof. */
import type { Answer } from '../client/answer.ts';
import { type Client, withAsk } from '../client/client.ts';
import { rest } from '../client/interruption.ts';
import { type ConversationOptions, type Reply, type Step, startConversation } from '../conversation.ts';
import { describeReply } from '../expect.ts';
import { DeploymentGone } from '../failure.ts';
import type { Counterexample } from './outcome.ts';

/** Milliseconds between two baseline requests: five seconds in all, in which a supervisor restarts a process. */
export const WAITS = [200, 400, 900, 1500, 2000] as const;

/** Outages in which one request is held back; a deployment that comes and goes more often is not waited for again. */
const MOST_OUTAGES = 3;

const EXPECTED = 'a fee for a valid call, priced before';

export interface Liveness {
  /** Undefined as long as connections are accepted. */
  readonly death: Counterexample | undefined;
}

interface Watching extends Pick<ConversationOptions, 'dialect' | 'token'> {
  readonly client: Client;
  readonly baseline: object;
  readonly signal: AbortSignal;
  /** The requests before the first refused connection. */
  readonly recent: readonly Step[];
}

/**
 * A client that holds requests back while connections are refused. Where that lasts, each `ask` throws DeploymentGone
 * and sends nothing.
 */
export function watchLiveness({ client, baseline, signal, recent, ...options }: Watching): {
  readonly client: Client;
  readonly liveness: Liveness;
} {
  let death: Counterexample | undefined;
  let outage: Promise<void> | undefined;

  const waitForReturn = async () => {
    for (const [n, ms] of WAITS.entries()) {
      await rest(ms, signal);
      const { fee, transcript } = startConversation({ client, ...options });
      const reply = await fee({ ...baseline });
      if (!isRefusedConnection(reply.answer)) return;
      if (n === WAITS.length - 1) death = deathAfter(recent, reply, transcript.steps);
    }
  };

  return {
    client: withAsk(client, async (request) => {
      for (let outages = 0; ; outages++) {
        await outage;
        if (death !== undefined) throw new DeploymentGone(death.got);
        const answer = await client.ask(request);
        if (!isRefusedConnection(answer) || outages === MOST_OUTAGES) return answer;
        outage ??= waitForReturn().finally(() => {
          outage = undefined;
        });
      }
    }),
    liveness: {
      get death() {
        return death;
      },
    },
  };
}

function isRefusedConnection(answer: Answer): boolean {
  return answer.kind === 'unanswered' && answer.cause === 'unreachable' && answer.detail === 'ECONNREFUSED';
}

/** Requests shown before the baseline, unless more than that were lost. */
const MOST_SHOWN = 8;

/** The lost requests, one of which is likely the last straw, and the requests that were answered before. */
export function deathAfter(recent: readonly Step[], reply: Reply, steps: readonly Step[]): Counterexample {
  const isLost = ({ answer }: Step) => answer.kind === 'unanswered';
  const lost = recent.filter(isLost).length;
  const answered = recent.filter((step) => !isLost(step)).slice(Math.min(-1, lost - MOST_SHOWN));
  const last = recent.filter((step) => isLost(step) || answered.includes(step));
  const calls = last.map(({ operation, manner, body }) => ({ operation, manner, body: { raw: body } }));

  return {
    // A case of `robustness/survives-malformed-input`.
    value: { calls },
    expected: EXPECTED,
    got: describeReply(reply),
    transcript: { steps: [...last, ...steps], freshMtxids: new Map() },
  };
}
