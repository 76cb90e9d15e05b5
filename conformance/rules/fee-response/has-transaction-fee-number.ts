/** An accepted fee call answers with its fee, as a number; zero is a fee. */
import { describeUnmasked } from '../../../src/text/describe.ts';
import { RuleBroken } from '../../failure.ts';
import { responds } from '../../patterns/responds.ts';
import { successOf } from '../../patterns/success.ts';

export const hasTransactionFeeNumber = responds({
  id: 'fee-response/has-transaction-fee-number',
  section: '2.2',
  title: 'an accepted fee call answers with transactionFee, a number',
  tries: 'The answers to first calls and updates, of this rule and of all others.',
  fix:
    'Write transactionFee as a JSON number, also where it is 0. Many decimal types are ' +
    'written as a string unless they are told otherwise.',
  after: ['fee-response/is-json-object'],

  judges(reply) {
    const { transactionFee } = successOf(reply);
    if (typeof transactionFee !== 'number')
      throw new RuleBroken('transactionFee to be a number', describeUnmasked(transactionFee));
  },
});
