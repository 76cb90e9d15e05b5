/** Two `mTxId`s that differ only in case, an accent or width are different. */
import { keepsApart } from '../../rule/patterns/keeps-apart.ts';

export const mtxidIsCaseSensitive = keepsApart({
  id: 'identity/mtxid-is-case-sensitive',
  section: '2',
  level: 'should',
  title: 'two first calls with mTxIds that differ only in case open two transactions',
  tries:
    'Pairs of mTxIds that differ in the case of one letter, an accent or the width of a digit, which collations fold. ' +
    'mTxIds that the deployment refuses are skipped.',
  fix:
    'Compare mTxIds exactly, with a binary collation, and do not change their case or normalise them before you store ' +
    'or look them up.',
  dependsOn: ['identity/distinct-mtxids-are-distinct'],
  pairs: [
    { one: '{m1}a', other: '{m1}A' },
    { one: 'X{m1}', other: 'x{m1}' },
    { one: '{m1}é', other: '{m1}e', further: ['{m2}1', '{m2}１'] },
    { one: '{m1}b', other: '{m1}B', merchant: 'several' },
  ],
});
