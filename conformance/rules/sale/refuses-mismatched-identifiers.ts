/** A sale with identifiers of two transactions, or of one and none, is refused. */
import { opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { type ScriptCall, sale } from '../../rule/script.ts';

export const refusesMismatchedIdentifiers = rule({
  id: 'sale/refuses-mismatched-identifiers',
  section: '2.3',
  level: 'should',
  title: 'a sale by the sTxId of one transaction and the mTxId of another is refused',
  tries: 'Sales by the sTxId of one transaction, or of none, and the mTxId of another.',
  fix:
    'If a sale has both identifiers, check that they name the same transaction, and refuse the sale if they do ' +
    'not. Do not ignore one of them.',
  dependsOn: [
    'sale/accepts-both',
    'sale/refuses-unknown-transaction',
    'identity/distinct-mtxids-are-distinct',
  ],
  scripts: ({ baseline, traits: { saleExtras } }) => {
    const [first, second] = ['{m1}', '{m2}'].map((mTxId) => opened({ ...baseline, mTxId })) as [
      ScriptCall,
      ScriptCall,
    ];
    const saleBy = (sTxId: string, mTxId: string, owner: 'one' | 'no') =>
      sale(
        { sTxId, mTxId, ...saleExtras },
        {
          expects: {
            refused: `a refusal of a sale by the sTxId of ${owner} transaction and the mTxId of another`,
            edited: ['sTxId', 'mTxId'],
          },
        },
      );

    return [
      { calls: [first, second, saleBy('{s1}', '{m2}', 'one')] },
      { calls: [first, second, saleBy('{s2}', '{m1}', 'one')] },
      { calls: [first, saleBy('{u1}', '{m1}', 'no')] },
    ];
  },
});
