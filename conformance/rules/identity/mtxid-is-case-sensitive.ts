/** Two `mTxId`s that differ only in case are different. */
import { keepsApart } from '../../rule/patterns/keeps-apart.ts';

export const mtxidIsCaseSensitive = keepsApart({
  id: 'identity/mtxid-is-case-sensitive',
  section: '2',
  level: 'should',
  title: 'two first calls with mTxIds that differ only in case open two transactions',
  tries: 'Pairs of mTxIds that differ in the case of one letter.',
  fix:
    'Compare mTxIds exactly, with a case-sensitive collation, and do not change their case before you store or ' +
    'look them up.',
  dependsOn: ['identity/distinct-mtxids-are-distinct'],
  pairs: [
    { one: '{m1}a', other: '{m1}A' },
    { one: 'X{m1}', other: 'x{m1}' },
    { one: '{m1}b', other: '{m1}B', merchant: 'several' },
  ],
});
