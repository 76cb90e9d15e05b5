/** An accepted fee call answers with the transaction's identifier. */
import { describeUnmasked } from '../../../src/text/describe.ts';
import { RuleBroken } from '../../failure.ts';
import { responds } from '../../patterns/responds.ts';
import { successOf } from '../../patterns/success.ts';

export const hasStxidString = responds({
  id: 'fee-response/has-stxid-string',
  section: '2.2',
  title: 'an accepted fee call answers with sTxId, a string that is not empty',
  tries: 'The answers to first calls and updates, of this rule and of all others.',
  fix:
    'Answer every accepted fee call, updates too, with sTxId as a JSON string that is not empty. Where ' +
    'your store has numbers, write them as text: many JSON readers lose the digits of large ones.',
  after: ['fee-response/is-json-object'],

  judges(reply) {
    const { sTxId } = successOf(reply);
    if (typeof sTxId !== 'string' || sTxId === '')
      throw new RuleBroken('sTxId to be a string that is not empty', describeUnmasked(sTxId));
  },
});
