/** A sale of an unknown transaction is refused. */
import { opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, sale } from '../../rule/script.ts';

export const refusesUnknownTransaction = rule({
  id: 'sale/refuses-unknown-transaction',
  section: '2.3',
  level: 'should',
  title: 'a sale of an unknown transaction is refused',
  tries:
    'A new mTxId, that of a refused first call, an sTxId that looks like a real one, a real one with a zero before it ' +
    'or a letter after it, an mTxId as sTxId, and other texts.',
  fix:
    'Refuse a sale whose identifiers name no transaction. Do not create one for it, and do not return the ' +
    'identifier that was sent.',
  lookAlikes: ['unknown-stxid-on-fee=open', 'refusal=2xx-message'],
  dependsOn: [
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/requires-stxid-or-mtxid',
    'identity/distinct-mtxids-are-distinct',
  ],
  scripts: ({ baseline, traits: { saleExtras } }) => {
    const saleBy = (identifiers: Readonly<Record<string, string>>, what = 'of no transaction') => {
      const edited = Object.keys(identifiers);
      const refused = `a refusal of a sale by ${edited.join(' and ')} ${what}`;

      return sale({ ...identifiers, ...saleExtras }, { expects: { refused, edited } });
    };

    const refused = { ...baseline, nicn: 'abcdef', mTxId: '{m1}' };

    return [
      { calls: [saleBy({ mTxId: '{m1}' })] },
      {
        calls: [
          opened({ ...baseline, mTxId: '{m1}' }),
          saleBy({ sTxId: '{u1}' }),
          saleBy({ sTxId: '{l1}' }, 'of a transaction, but for a letter after it'),
          saleBy({ sTxId: '{z1}' }, 'of a transaction, but for a zero before it'),
          saleBy({ sTxId: '{m1}' }, 'that is the mTxId of a transaction'),
        ],
      },
      { calls: [saleBy({ sTxId: 'no-such-transaction' })] },
      { calls: [saleBy({ sTxId: 'no-such-transaction', mTxId: '{m1}' })] },
      // A refused first call opens no transaction.
      {
        calls: [fee(refused, { mayBeAccepted: 'a nicn of letters is accepted' }), saleBy({ mTxId: '{m1}' })],
      },
    ];
  },
});
