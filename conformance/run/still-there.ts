/** Between the must rules and the others: is the deployment still there to be asked? */

import { BudgetSpent } from '../client/budget.ts';
import { INTERRUPTED, Interrupted } from '../client/interruption.ts';
import { startConversation } from '../conversation.ts';
import { describeReply } from '../expect.ts';
import type { Ground } from './ground.ts';

/** One lost answer can happen to anyone. */
const TIMES = 3;

/** Each may have taken the whole time limit, and each of the other rules is likely to meet more of them. */
const MOST_UNANSWERED = 20;

/** Why nothing more can be said of it, or undefined where it answers as it did in the beginning. */
export async function whyGone({
  client,
  dialect,
  deployment,
  wordsFor,
  memory: { unanswered },
}: Ground): Promise<string | undefined> {
  if (unanswered.length > MOST_UNANSWERED)
    return `${unanswered.length} requests of the must rules got no answer: no more of the kind are sent`;
  const { baseline } = wordsFor({});
  const { fee } = startConversation({ client, dialect, token: deployment.one.token });
  let came = '';
  try {
    for (let times = 0; times < TIMES; times++) {
      const reply = await fee({ ...baseline });
      if (reply.judgement.kind === 'accepted' || reply.judgement.kind === 'unclear') return undefined;
      came = describeReply(reply);
    }
  } catch (error) {
    if (error instanceof BudgetSpent) return error.message;
    if (error instanceof Interrupted) return INTERRUPTED;
    throw error;
  }

  return `a valid fee call, priced before, is not any more: ${came}`;
}
