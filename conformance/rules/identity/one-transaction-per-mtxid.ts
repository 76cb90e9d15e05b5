/** Simultaneous first calls with one `mTxId` open one transaction. */
import { rule } from '../../rule/rule.ts';
import { fee } from '../../rule/script.ts';

const AT_ONCE = 5;

export const oneTransactionPerMtxid = rule({
  id: 'identity/one-transaction-per-mtxid',
  section: '2',
  level: 'should',
  title: 'simultaneous first calls with one mTxId open one transaction',
  tries:
    'Five equal first calls with one mTxId at the same time. Calls that are refused meanwhile do not count.',
  fix:
    'Make mTxId unique for each merchant where transactions are stored, and return the transaction that exists where ' +
    'a second one would be created.',
  lookAlikes: ['rate-limiting=429'],
  dependsOn: ['identity/update-by-mtxid-keeps-stxid'],
  quickScripts: 0,
  scripts: ({ baseline }) => [
    {
      calls: Array.from({ length: AT_ONCE }, () => fee({ ...baseline, mTxId: '{m1}' }, { concurrent: true })),
      sTxIds: { are: 'one', what: 'one transaction for simultaneous first calls with one mTxId' },
    },
  ],
});
