/** Two `mTxId`s that differ only in case, an accent or width are different. */
import { keepsApart } from '../../rule/patterns/named.ts';

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
  groups: [
    ['{m1}a', '{m1}A'],
    ['X{m1}', 'x{m1}'],
    ['{m1}é', '{m1}e', '{m2}1', '{m2}１'],
  ],
  bySeveral: ['{m1}b', '{m1}B'],
});
