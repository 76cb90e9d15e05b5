/** A mock that answers an update with the fee of the first call. */
import { defect } from '../defect.ts';

export const updateRecalculatesFee = defect({
  rule: 'identity/update-recalculates-fee',
  summary: 'answers an update with the fee of the first call',
  create: () => {
    const fees = new Map<unknown, unknown>();

    return {
      answer(body, { operation }) {
        if (operation !== 'calculateFee') return body;
        const { sTxId, transactionFee } = body;
        if (!fees.has(sTxId)) fees.set(sTxId, transactionFee);

        return { ...body, transactionFee: fees.get(sTxId) };
      },
    };
  },
});
