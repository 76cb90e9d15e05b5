/** The answer to an accepted fee call is one JSON object. */
import { isSuccessful } from '../../client/answer.ts';
import { describeReply } from '../../expect.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { responds } from '../../patterns/responds.ts';

export const isJsonObject = responds({
  id: 'fee-response/is-json-object',
  section: '4.1',
  title: 'the answer to an accepted fee call is one JSON object',
  tries: 'The answers to first calls and updates, of this rule and of all others.',
  fix:
    'Answer an accepted fee call with one JSON object: no array around it, and nothing before or after ' +
    'it.',

  judges(reply) {
    const { answer } = reply;
    if (answer.kind !== 'answered') return;
    if (!isSuccessful(answer))
      throw new NotJudged('a valid call was refused', 'fee-request/accepts-required-fields-alone');
    if (answer.body === undefined) throw new RuleBroken('one JSON object', describeReply(reply));
  },
});
