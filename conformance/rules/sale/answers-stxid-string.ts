/** An accepted sale answers with the transaction's identifier. The rules on sales rest on this one. */
import { describeUnmasked } from '../../../src/text/describe.ts';
import { isSuccessful } from '../../client/answer.ts';
import type { Reply } from '../../conversation.ts';
import { answered, describeReply } from '../../expect.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly by: 'sTxId' | 'mTxId' | 'both';
  readonly authCode?: string;
}

export const answersStxidString = property<Case>({
  id: 'sale/answers-stxid-string',
  section: '4.2',
  level: 'must',
  title: 'an accepted sale answers with sTxId, a string that is not empty',
  tries: 'Sales by either identifier and by both, with and without authCode.',
  fix:
    'Answer an accepted sale with a JSON object that has sTxId as a string that is not empty, also ' +
    'where the sale named its transaction by mTxId.',
  probes: () => [{ by: 'sTxId' }, { by: 'mTxId' }, { by: 'both' }, { by: 'sTxId', authCode: 'A1B2C3' }],

  async holds({ by, ...authCode }, conversation, { baseline, saleExtras }) {
    const mTxId = by === 'sTxId' ? {} : { mTxId: '{m1}' };
    const opened = await open(conversation, { ...baseline, ...mTxId });
    const sTxId = by === 'mTxId' ? {} : { sTxId: opened };
    const reply = await conversation.sale({ ...sTxId, ...mTxId, ...saleExtras, ...authCode });
    if (authCode.authCode !== undefined && reply.judgement.kind === 'silent')
      throw new NotJudged('no answer to a sale with an authCode', 'sale/authcode-is-optional');
    judge(reply, by);
  },
});

/** A 2xx answer that does not speak of a refusal is a success, and has to name its transaction. */
function judge(reply: Reply, by: Case['by']): void {
  answered(reply);
  const { answer } = reply;
  if (answer.kind !== 'answered') return;
  const body = answer.body;
  const message = body?.['message'];
  const isRefusal =
    !isSuccessful(answer) || (message !== undefined && message !== 'ok' && body?.['sTxId'] === undefined);
  if (isRefusal)
    throw new NotJudged(
      `a sale was refused: ${describeReply(reply)}`,
      by === 'mTxId' ? 'sale/accepts-mtxid' : 'sale/accepts-stxid',
    );
  if (body === undefined) throw new RuleBroken('one JSON object with sTxId', describeReply(reply));
  const { sTxId } = body;
  if (typeof sTxId !== 'string' || sTxId === '')
    throw new RuleBroken('sTxId to be a string that is not empty', describeUnmasked(sTxId));
}
