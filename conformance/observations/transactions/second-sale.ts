/** What becomes of a second sale. Whether one that is taken replaces the first shows in no answer. */
import { observes } from '../observation.ts';
import { isTaken } from '../scene.ts';
import { sold } from './one-transaction.ts';

export const secondSale = observes('second-sale', {
  async asks(scene) {
    const { sTxId } = await sold(scene);
    const reply = await scene.sale({ sTxId, authCode: 'B7C8D9' });

    return isTaken(reply) ? ['replace', 'keep'] : ['refuse'];
  },
});
