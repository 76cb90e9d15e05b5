/** The transaction that updates and sales are asked of, shared so that few requests are needed. */
import type { Reply } from '../../conversation.ts';
import { describeReply } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { isTaken, type Opened, type Scene } from '../scene.ts';

/** @throws NotJudged where no first call is taken */
export function opened({ once, open }: Scene): Promise<Opened> {
  return once('opened', () => open());
}

/** The same with its sale. @throws NotJudged where no sale is taken */
export function sold(scene: Scene): Promise<Opened> {
  return scene.once('sold', async () => {
    const transaction = await opened(scene);
    const reply = await scene.sale({
      sTxId: transaction.sTxId,
      authCode: 'A1B2C3',
      ...scene.words.saleExtras,
    });
    if (!answersWith(reply, transaction.sTxId) && !isTaken(reply))
      throw new NotJudged(`a sale that it needs came to nothing: ${describeReply(reply)}`);

    return transaction;
  });
}

/** A first sale that answers with its sTxId was taken, whatever its message says. */
function answersWith({ answer, judgement }: Reply, sTxId: string): boolean {
  return judgement.kind === 'unclear' && answer.kind === 'answered' && answer.body?.['sTxId'] === sTxId;
}
