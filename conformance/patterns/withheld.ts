/** The answer to a request that is to come to nothing, whatever it says: no fee and no sale. */
import type { Reply } from '../conversation.ts';
import { refused } from '../expect.ts';

/**
 * To be led to another origin, such as a login page, is as good as a refusal, and so is a page that is far too long for
 * a fee.
 *
 * @throws RuleBroken
 */
export function withheld(reply: Reply, what: string): void {
  const { answer } = reply;
  if (answer.kind === 'unanswered' && (answer.cause === 'redirected-away' || answer.cause === 'too-large'))
    return;
  refused(reply, what);
}
