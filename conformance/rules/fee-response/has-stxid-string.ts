/** The response to an accepted fee call has the transaction's `sTxId`. */
import { respondsWithField } from '../../rule/patterns/responds.ts';

export const hasStxidString = respondsWithField({
  id: 'fee-response/has-stxid-string',
  title: 'the response to an accepted fee call has sTxId, a non-empty string',
  fix:
    'Return sTxId as a non-empty JSON string for every accepted fee call, updates included. If your store uses ' +
    'numbers, convert them to strings: many JSON parsers lose digits of large numbers.',
  lookAlikes: ['stxid-form=digits'],
  field: 'sTxId',
  expected: 'sTxId to be a string that is not empty',
  isRight: (sTxId) => typeof sTxId === 'string' && sTxId !== '',
});
