/** Who sends something wrong is told so: it is no fault of the server. */
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
    'that says that the server itself has failed.',
  after: ['robustness/survives-malformed-input'],

  finds(reply) {
    const { answer } = reply;

    return answer.kind === 'answered' && answer.status >= 500
      ? new RuleBroken('a status below 500', describeReply(reply), 'server-error')
      : undefined;
  },
});
