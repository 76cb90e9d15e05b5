/** Whether an update may name another card or region here, which the document leaves open: asked once a run. */
import type { Conversation } from '../conversation.ts';
import { answered } from '../expect.ts';
import { open } from '../patterns/open.ts';
import type { Vocabulary } from '../vocabulary.ts';

type ChangedField = 'nicn' | 'region';

type Known = Pick<Vocabulary, 'baseline' | 'nicns' | 'regions'>;

export function createUpdateChanges({ baseline, nicns, regions }: Known): Vocabulary['updateMayChange'] {
  const values = { nicn: nicns, region: Object.values(regions).flat() };
  const known = new Map<ChangedField, Promise<boolean>>();

  const ask = async (field: ChangedField, conversation: Pick<Conversation, 'fee'>) => {
    const other = values[field].findLast((value) => value !== baseline[field]);
    if (other === undefined) return false;
    const sTxId = await open(conversation, baseline);
    const reply = await conversation.fee({ ...baseline, [field]: other, sTxId });
    answered(reply);

    return reply.judgement.kind !== 'refused';
  };

  return async (field, conversation) => {
    const answer = known.get(field) ?? ask(field, conversation);
    known.set(field, answer);
    try {
      return await answer;
    } catch (error) {
      // A lost answer tells nothing: the next rule asks again.
      known.delete(field);
      throw error;
    }
  };
}
