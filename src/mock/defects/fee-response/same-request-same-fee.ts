/** A mock that asks a cent more in every other answer. */
import { defect } from '../defect.ts';

export const sameRequestSameFee = defect({
  rule: 'fee-response/same-request-same-fee',
  summary: 'asks a cent more in every other answer',
  create: () => {
    let answers = 0;

    return {
      answer(body, { operation }) {
        if (operation !== 'calculateFee') return body;
        const cents = Math.round(Number(body['transactionFee']) * 100) + (answers++ % 2);

        return { ...body, transactionFee: cents / 100 };
      },
    };
  },
});
