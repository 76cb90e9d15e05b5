/** What becomes of an update that has an amount, and neither nicn nor region. */
import { observes } from '../observation.ts';
import { takenOr } from '../scene.ts';
import { opened } from './one-transaction.ts';

export const partialUpdate = observes('partial-update', {
  async asks(scene) {
    const { sTxId } = await opened(scene);

    return takenOr(await scene.fee({ amount: scene.words.baseline.amount, sTxId }), 'keep');
  },
});
