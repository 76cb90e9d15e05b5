/** The status of a refusal of a sale by an sTxId that names no transaction. */
import { unknownStxid } from '../../patterns/unknown-stxid.ts';
import { observes } from '../observation.ts';
import { refusedWithStatus } from './refused-for.ts';

export const unknownTransactionStatus = observes('unknown-transaction-status', {
  async asks({ sale, sTxId, words }) {
    const reply = await sale({ sTxId: unknownStxid(await sTxId()), ...words.saleExtras });

    return refusedWithStatus(reply, 'a sale of an unknown transaction');
  },
});
