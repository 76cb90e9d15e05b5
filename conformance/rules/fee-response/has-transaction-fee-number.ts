/** An accepted fee call answers with its fee, as a number; zero is a fee. */
import { describeGot } from '../../../src/contract/got.ts';
import { RuleBroken } from '../../failure.ts';
import { responds } from '../../patterns/responds.ts';
import { successOf } from '../../patterns/success.ts';

export const hasTransactionFeeNumber = responds({
  id: 'fee-response/has-transaction-fee-number',
  section: '2.2',
  title: 'an accepted fee call answers with transactionFee, a number',
  after: ['fee-response/is-json-object'],

  judges(reply) {
    const { transactionFee } = successOf(reply);
    if (typeof transactionFee !== 'number')
      throw new RuleBroken('transactionFee to be a number', describeGot(transactionFee));
  },
});
