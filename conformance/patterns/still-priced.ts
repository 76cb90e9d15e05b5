/** Whether a deployment is still what it was: a request that was priced when the run began is priced again. */
import type { Reply } from '../conversation.ts';
import { accepted, answered, describeReply } from '../expect.ts';
import { NotAnswering, RuleBroken } from '../failure.ts';

/**
 * What has been sent since is all that could have changed that. One lost answer is passed over.
 *
 * @throws RuleBroken where it is not priced any more
 */
export async function stillPriced(ask: () => Promise<Reply>, expected: string): Promise<Reply> {
  const reply = await ask();
  if (!isLost(reply)) return accepted(reply, expected);
  const again = await ask();
  if (isLost(again)) throw new RuleBroken(expected, describeReply(again), 'lasting');

  return accepted(again, expected);
}

/**
 * The same where what went before was other rules' doing, such as guessing tokens: whoever did that may be locked out,
 * by whatever answer or none.
 *
 * @throws NotAnswering where it is not priced any more
 */
export async function notLockedOut(ask: () => Promise<Reply>): Promise<Reply> {
  const reply = await ask();
  if (!isLost(reply)) return reply;
  const again = await ask();
  if (isLost(again))
    throw new NotAnswering(`a valid fee call, priced before, is not any more: ${describeReply(again)}`);

  return again;
}

/** @throws NotAnswering where the deployment only puts the question off, or a proxy keeps it from it */
function isLost(reply: Reply): boolean {
  const { answer, judgement } = reply;
  const isPutOff = answer.kind === 'unanswered' && ['throttled', 'proxy'].includes(answer.cause);
  if (isPutOff || judgement.kind === 'token-refused') answered(reply);

  return judgement.kind === 'refused' || judgement.kind === 'silent';
}
