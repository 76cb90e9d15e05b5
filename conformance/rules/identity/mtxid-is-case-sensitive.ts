/** Two `mTxId`s that differ in capitals only are two. */
import { tellsApart } from '../../patterns/tells-apart.ts';

export const mtxidIsCaseSensitive = tellsApart({
  id: 'identity/mtxid-is-case-sensitive',
  section: '2',
  level: 'should',
  title: 'two mTxIds that differ only in capitals begin two transactions',
  tries: 'Two first calls with mTxIds that differ in one capital.',
  fix:
    'Compare mTxIds exactly, by a collation that tells capitals apart, and do not change their case ' +
    'before they are kept or looked up.',
  after: ['identity/distinct-mtxids-are-distinct'],
  alike: [
    { one: '{m1}a', other: '{m1}A' },
    { one: 'X{m1}', other: 'x{m1}' },
  ],
});
