/** A bad request is refused as the client's fault, without a failure of the server. */
import { describeReply, hasServerFailed } from '../../expect.ts';
import { RuleBroken } from '../../failure.ts';
import { looksBack } from '../../patterns/looks-back.ts';

/** So many separate outages in one run are no accident. */
const MOST_OUTAGES = 3;

export const noServerErrorOnBadInput = looksBack({
  id: 'robustness/no-server-error-on-bad-input',
  section: '7',
  title: 'nothing that is sent is answered with a server error',
  tries:
    'Every answer of the run, whatever was sent, and some bad requests more. One outage is no failure; server errors ' +
    'that come again and again are one, also where they do not repeat.',
  fix:
    'Check requests before you use them, and refuse bad ones in any way but a status of 500 or above: ' +
    'that says that the server itself has failed. Another method than POST may be refused with 405 or 501.',
  after: ['robustness/survives-malformed-input'],

  sightings: ({ serverErrors: { outages, noted } }) => ({
    breaches: (outages.length < MOST_OUTAGES ? [] : outages).map(({ reply, step }) => ({
      value: { operation: step.operation, body: { raw: step.body }, manner: step.manner },
      failure: new RuleBroken('a status below 500', describeReply(reply), 'server-error'),
      transcript: { steps: [step], freshMtxids: new Map<string, string>() },
    })),
    of: noted,
    proofFrom: MOST_OUTAGES,
  }),

  finds(reply) {
    return hasServerFailed(reply)
      ? new RuleBroken('a status below 500', describeReply(reply), 'server-error')
      : undefined;
  },
});
