/** One transaction, and why its fee is what it is. */
import { describeValue } from '../../../text/describe.ts';
import { refuseBecause } from '../../refusal.ts';
import { type ControlRoute, told } from '../ask.ts';
import { contextsPicked } from '../context-of.ts';
import { describe } from '../transaction-record.ts';
import { parametersOf } from '../unusable.ts';

export const transaction: ControlRoute = {
  method: 'GET',
  path: '/transactions/:sTxId',
  summary: 'One transaction by its sTxId: what was asked, its fee, and every line of how the fee came about.',

  async answer({ query, parameters: { sTxId = '' } }, inside) {
    parametersOf(query, ['merchant']);
    for (const context of contextsPicked(inside, query)) {
      const found = await context.ledger.find(context.merchant.name, { sTxId });
      if (found.kind === 'found') return told(describe(context, found.transaction));
    }

    return refuseBecause(
      'not-found',
      `no transaction has the sTxId ${describeValue(sTxId, { name: 'sTxId' })}`,
    );
  },
};
