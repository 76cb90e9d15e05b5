/** What becomes of an update of a transaction that has its sale: by its fee, where fees tell amounts apart. */
import { observes } from '../observation.ts';
import { isTaken, priceIn } from '../scene.ts';
import { sold } from './one-transaction.ts';

export const updateAfterSale = observes('update-after-sale', {
  async asks(scene) {
    const { open, fee, words } = scene;
    const amount = words.plainAmounts.find((usd) => usd !== words.baseline.amount) ?? words.baseline.amount;
    const before = await sold(scene);
    const reply = await fee({ ...words.baseline, amount, sTxId: before.sTxId });
    if (!isTaken(reply)) return ['refuse'];
    const anew = (await open({ amount })).fee;
    const got = priceIn(reply);
    if (anew === before.fee) return ['take', 'keep'];

    return got === anew ? ['take'] : got === before.fee ? ['keep'] : ['take', 'keep'];
  },
});
