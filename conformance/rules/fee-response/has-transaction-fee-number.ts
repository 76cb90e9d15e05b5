/** The response to an accepted fee call has the fee as a number; zero is a fee. */
import { respondsWithField } from '../../rule/patterns/responds.ts';

export const hasTransactionFeeNumber = respondsWithField({
  id: 'fee-response/has-transaction-fee-number',
  title: 'the response to an accepted fee call has transactionFee, a number',
  fix:
    'Write transactionFee as a JSON number, also if it is 0. Many decimal types are serialised as strings by ' +
    'default.',
  lookAlikes: ['number-form=exponent', 'json-layout=escaped'],
  field: 'transactionFee',
  expected: 'transactionFee to be a number',
  isRight: (fee) => typeof fee === 'number',
});
