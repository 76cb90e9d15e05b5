/** Repeats a call of the run, after the earlier calls on its transaction. */
import type { Body, Conversation, Reply } from '../conversation.ts';
import type { Called } from '../vocabulary.ts';

export async function repeatCall(call: Called, conversation: Conversation): Promise<Reply> {
  let sTxId: unknown;
  for (const earlier of call.before ?? []) {
    const { judgement } = await send(earlier, sTxId, conversation);
    if (judgement.kind === 'accepted') sTxId ??= judgement.body['sTxId'];
  }

  return send(call, sTxId, conversation);
}

function send(
  { operation, body, manner }: Called,
  sTxId: unknown,
  { fee, sale }: Conversation,
): Promise<Reply> {
  const filled: Body = 'sTxId' in body && body['sTxId'] === '{s}' ? { ...body, sTxId } : body;

  return operation === 'calculateFee' ? fee(filled, manner) : sale(filled, manner);
}
