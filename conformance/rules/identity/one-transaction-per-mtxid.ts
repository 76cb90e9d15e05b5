/** Simultaneous first calls with one `mTxId` open one transaction. */
import { senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

const AT_ONCE = 3;

export const oneTransactionPerMtxid = rule<Script>({
  id: 'identity/one-transaction-per-mtxid',
  section: '2',
  level: 'should',
  title: 'simultaneous first calls with one mTxId open one transaction',
  tries:
    'Three equal first calls with one mTxId at the same time. Calls that are refused meanwhile do not count.',
  fix:
    'Make mTxId unique for each merchant where transactions are stored, and return the transaction that exists where ' +
    'a second one would be created.',
  lookAlikes: ['rate-limiting=429'],
  dependsOn: ['identity/update-by-mtxid-keeps-stxid'],
  quickScripts: 0,
  scripts: (context) =>
    (['one', 'several'] as const).slice(0, context.deployment.several === undefined ? 1 : 2).map((role) => {
      const { merchant, plain } = senderOf(context, role);

      return {
        calls: Array.from({ length: AT_ONCE }, () =>
          fee({ ...plain, mTxId: '{m1}' }, { merchant, concurrent: true }),
        ),
        sTxIds: { are: 'one', what: 'one transaction for simultaneous first calls with one mTxId' },
      };
    }),
});
