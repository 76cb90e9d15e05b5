/** The body of a fee call's answer that means success, whatever one of its three fields looks like. */
import type { Reply } from '../conversation.ts';
import { describeReply } from '../expect.ts';
import { NotJudged } from '../failure.ts';
import type { JsonObject } from '../json-object.ts';
import { learnDialect } from '../oracle.ts';

/** @throws NotJudged where the answer is a refusal, or no JSON object at all */
export function successOf(reply: Reply): JsonObject {
  const { answer, judgement } = reply;
  const body = answer.kind === 'answered' ? answer.body : undefined;
  const isSuccess =
    judgement.kind === 'accepted' || (answer.kind === 'answered' && learnDialect(answer) !== undefined);
  if (body !== undefined && isSuccess) return body;

  throw new NotJudged(
    `no success to look at: ${describeReply(reply)}`,
    'fee-request/accepts-required-fields-alone',
  );
}
