/** The answer to a request that is to come to nothing, whatever it says: no fee and no sale. */
import type { Reply } from '../conversation.ts';
import { refused } from '../expect.ts';
import { NotJudged } from '../failure.ts';

/**
 * To be led to another origin, such as a login page, is as good as a refusal, and so is a page that is far too long for
 * a fee.
 *
 * @throws RuleBroken, NotJudged where none came in time
 */
export function withheld(reply: Reply, what: string): void {
  const { answer } = reply;
  if (answer.kind === 'unanswered' && (answer.cause === 'redirected-away' || answer.cause === 'too-large'))
    return;
  if (answer.kind === 'unanswered' && answer.cause === 'timeout')
    throw new NotJudged('no answer to look at', 'robustness/answers-in-time');
  refused(reply, what);
}
