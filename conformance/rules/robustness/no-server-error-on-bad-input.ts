/** A bad request is refused as the client's fault, without a failure of the server. */
import type { Reply } from '../../conversation.ts';
import { describeReply } from '../../expect.ts';
import { RuleBroken } from '../../failure.ts';
import { looksBack } from '../../patterns/looks-back.ts';

export const noServerErrorOnBadInput = looksBack({
  id: 'robustness/no-server-error-on-bad-input',
  section: '7',
  title: 'nothing that is sent is answered with a server error',
  tries: 'Every answer of the run, whatever was sent, and some bad requests more.',
  fix:
    'Check requests before you use them, and refuse bad ones in any way but a status of 500 or above: ' +
    'that says that the server itself has failed. Another method than POST may be refused with 405 or 501.',
  after: ['robustness/survives-malformed-input'],

  finds(reply) {
    return hasServerFailed(reply)
      ? new RuleBroken('a status below 500', describeReply(reply), 'server-error')
      : undefined;
  },
});

/** 501 is the right answer to an unsupported method, and 505 refuses the version of HTTP (RFC 9110, 15.6.2 and 15.6.6). */
function hasServerFailed({ answer, manner }: Reply): boolean {
  if (answer.kind === 'unanswered' || answer.status < 500 || answer.status === 505) return false;

  return answer.status !== 501 || manner.method === 'POST';
}
