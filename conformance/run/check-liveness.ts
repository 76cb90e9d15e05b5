/** Asks for the baseline again: between the must rules and the others, and at the end of every run. */

import { BudgetSpent } from '../client/budget.ts';
import { INTERRUPTED, Interrupted, rest } from '../client/interruption.ts';
import { type Reply, startConversation } from '../conversation.ts';
import { describeReply } from '../expect.ts';
import { DeploymentGone, NotAnswering } from '../failure.ts';
import type { Ground } from './ground.ts';
import { deathAfter, WAITS } from './liveness.ts';
import type { Counterexample } from './outcome.ts';

/** Requests that got no answer: the should rules and observations would wait for many more. */
const MOST_UNANSWERED = 20;

/** Refusals of the baseline in a row, before the deployment is taken to refuse everything. */
const TIMES = 3;

/** Why the should rules and observations cannot be judged; undefined where the baseline is still accepted. */
export async function whyGone({
  client,
  dialect,
  deployment,
  wordsFor,
  memory,
}: Ground): Promise<string | undefined> {
  const { count } = memory.losses;
  if (count > MOST_UNANSWERED)
    return `${count} requests of the must rules got no answer: no more of the kind are sent`;
  const { baseline } = wordsFor({});
  const { token } = deployment.one;
  const { fee } = startConversation({ client, dialect, token, onReply: memory.listen('one') });
  let came = '';
  try {
    for (let times = 0; times < TIMES; times++) {
      const reply = await fee({ ...baseline });
      if (isPriced(reply)) return undefined;
      came = describeReply(reply);
    }
  } catch (error) {
    if (error instanceof BudgetSpent) return error.message;
    if (error instanceof Interrupted) return INTERRUPTED;
    if (error instanceof NotAnswering) return `it stopped answering: ${error.message}`;
    throw error;
  }

  return `a valid fee call, priced before, is not any more: ${came}`;
}

/** How the deployment is at the end of the run. */
export type LastAnswer =
  /** It answers; or it refuses in a manner that the document leaves open, such as a rate limit. */
  | { readonly kind: 'answers' }
  | { readonly kind: 'stopped'; readonly counterexample: Counterexample }
  /** What stands in front of it answers in its place, or a network fails; one sentence. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Asks for the baseline once more, as often and as long as a short outage takes. */
export async function checkLiveness({
  client,
  dialect,
  deployment,
  wordsFor,
  memory,
  liveness,
  signal,
}: Ground): Promise<LastAnswer> {
  const last = [...memory.recent];
  const { hasGuessed } = memory;
  const { baseline } = wordsFor({});
  const { token } = deployment.one;
  let late = 0;
  let why: string | undefined;
  try {
    for (const ms of [...WAITS, 0]) {
      const { fee, transcript } = startConversation({
        client,
        dialect,
        token,
        onReply: memory.listen('one'),
      });
      const reply = await fee({ ...baseline });
      const found = meaningOf(reply);
      if (found === 'answers') return { kind: 'answers' };
      why = `At the end of the run ${deployment.url.origin} gave no fee for a valid call that it had accepted: ${describeReply(reply)}.`;
      const isSlow = reply.answer.kind === 'unanswered' && reply.answer.cause === 'timeout';
      if (ms > 0 && !(isSlow && ++late === MOST_LATE)) {
        await rest(ms, signal);
        continue;
      }
      if (found === 'unknown' || (reply.answer.kind === 'unanswered' && hasGuessed))
        return { kind: 'unknown', why };

      return { kind: 'stopped', counterexample: deathAfter(last, reply, transcript.steps) };
    }
  } catch (error) {
    if (error instanceof DeploymentGone && liveness.death !== undefined)
      return { kind: 'stopped', counterexample: liveness.death };
    const isCut = [BudgetSpent, Interrupted, NotAnswering].some((kind) => error instanceof kind);
    if (!isCut) throw error;
  }
  // The cap left too few requests to wait out an outage.
  if (why !== undefined && !signal.aborted) return { kind: 'unknown', why };

  return { kind: 'answers' };
}

/** Baselines at the end that are waited for in vain, each for the whole time limit. */
const MOST_LATE = 2;

/** By which a gateway says that the deployment behind it does not answer. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

function meaningOf(reply: Reply): 'answers' | 'stopped' | 'unknown' {
  const { answer } = reply;
  if (isPriced(reply)) return 'answers';
  if (answer.kind === 'answered') {
    if (OF_GATEWAYS.has(answer.status)) return 'unknown';

    return answer.status >= 500 ? 'stopped' : 'answers';
  }
  switch (answer.cause) {
    case 'reset':
    case 'cut-off':
    case 'not-http':
      return 'stopped';
    case 'unreachable':
    // The rule on the time limit judges this where it is selected.
    case 'timeout':
      return 'unknown';
    // A proxy, a rate limit or a login page is no end of the deployment.
    case 'proxy':
    case 'throttled':
    case 'redirected-away':
    case 'too-large':
      return 'answers';
  }
}

function isPriced({ judgement }: Reply): boolean {
  return judgement.kind === 'accepted' || judgement.kind === 'unclear';
}
