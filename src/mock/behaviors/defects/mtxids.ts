/** Defects in which mTxIds are the same (section 1.2). */
import { type DefectGroup, defect } from './defect.ts';
import { alsoForSeveral, forSeveralOnly } from './positions.ts';
import { changeMTxIds, findByBeginning } from './transactions.ts';

export const MTXID_DEFECTS = {
  'identity/distinct-mtxids-are-distinct': alsoForSeveral(
    'ignores the last character of an mTxId',
    () => changeMTxIds((mTxId) => mTxId.slice(0, -1)),
    {
      'longer-ones': defect('finds a transaction by the beginning of its mTxId', findByBeginning),
      'double-dashes': defect('takes two dashes in an mTxId for one', () =>
        changeMTxIds((mTxId) => mTxId.replaceAll('--', '-')),
      ),
      dashes: defect('ignores the dashes of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.replaceAll('-', '')),
      ),
      'dashes-for-several': forSeveralOnly('ignores the dashes of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.replaceAll('-', '')),
      ),
      prefix: defect('reads an mTxId up to the second dash', () =>
        changeMTxIds((mTxId) => mTxId.split('-').slice(0, 2).join('-')),
      ),
      'leading-zeros': defect('ignores the leading zeros of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.replace(/^0+/, '')),
      ),
      numbers: defect('reads an mTxId of digits as a number', () =>
        changeMTxIds((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
      ),
      'numbers-for-several': forSeveralOnly('reads an mTxId of digits as a number', () =>
        changeMTxIds((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
      ),
      'look-alike-letters': defect('takes a capital O in an mTxId for a zero', () =>
        changeMTxIds((mTxId) => mTxId.replaceAll('O', '0')),
      ),
      'middle-of-50-characters': defect('keeps the first and the last 25 characters of an mTxId', () =>
        changeMTxIds((mTxId) => (mTxId.length > 50 ? mTxId.slice(0, 25) + mTxId.slice(-25) : mTxId)),
      ),
      'first-255-characters': defect('ignores all but the first 255 characters of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.slice(0, 255)),
      ),
      'first-64-characters-for-several': forSeveralOnly(
        'ignores all but the first 64 characters of an mTxId',
        () => changeMTxIds((mTxId) => mTxId.slice(0, 64)),
      ),
    },
  ),
  'identity/mtxid-is-case-sensitive': alsoForSeveral(
    'ignores the case of an mTxId',
    () => changeMTxIds((mTxId) => mTxId.toLowerCase()),
    {
      'full-width-digits': defect('takes the full-width digits of an mTxId for ordinary ones', () =>
        changeMTxIds((mTxId) => mTxId.normalize('NFKC')),
      ),
      accents: defect('ignores the accents of an mTxId', () =>
        changeMTxIds((mTxId) => mTxId.normalize('NFD').replaceAll(/\p{M}/gu, '')),
      ),
    },
  ),
} satisfies Partial<DefectGroup<'identity'>>;
