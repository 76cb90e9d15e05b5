/** Two first calls with similar `mTxId`s open two transactions. */
import fc from 'fast-check';
import { violation } from '../../rule/finding.ts';
import { zeroPadding } from '../../rule/mtxids.ts';
import { reusedStxid } from '../../rule/observers.ts';
import { DIFFERENT_STXIDS, keepsApart, type SimilarMtxids } from '../../rule/patterns/named.ts';

/** Services cut an `mTxId` at a sign, drop it or decode it. In SQL the underscore of a LIKE stands for any character. */
const SIGNS = [...'-_x0. +&#;,:/?\'"\\<', '--'];

/** `{m1}` stands for twelve fresh letters and digits. Refused mTxIds, such as long ones, are skipped. */
const GROUPS: readonly SimilarMtxids[] = [
  // Of equal hash, as Java calculates it.
  ['{m1}Aa', '{m1}BB'],
  ['{n1}{n2}1', '{n1}{n2}2'],
  ['O{m1}', '0{m1}', 'l{m1}', '1{m1}'],
  // The longer one first: a service may look for transactions whose mTxId begins with the given one.
  [
    '0{m1}',
    ...['0', '', '_', '-', 'A', '%41', '1', ...SIGNS.map((sign) => `${sign}1`)].map((end) => `{m1}${end}`),
  ],
  ['{m1}-1-1-x', '{m1}-1-2-x', '{m1}-1-2-y'],
  ['{n1}', '0{n1}', '{n1}.0'],
  ['{n1}0', '{n1}e1'],
];

/**
 * Lengths around limits that services have, and beyond them. Two of each, which differ in the last character: whatever
 * part a service keeps of the longest that it accepts, they have the same one.
 */
const LENGTHS = [4000, 1000, 255, 100, 90, 64, 36];

const LONG: SimilarMtxids = [
  ...LENGTHS.flatMap((length) => ['0', '1'].map((last) => `a{m1}${zeroPadding(length, 2)}${last}`)),
  // A service may keep the end of an mTxId.
  `b{m1}${zeroPadding(64, 1)}`,
];

/** Each differs from another in one character that services drop, cut or convert. */
const BY_SEVERAL: readonly string[] = [
  '{m1}',
  '{m1}1',
  '{m1}-1',
  '0{m1}',
  '{n1}',
  '0{n1}',
  ...['1', '2'].map((last) => `{m1}${zeroPadding(100, 1)}${last}`),
  `{m1}${zeroPadding(50)}1${zeroPadding(60)}1`,
];

export const distinctMtxidsAreDistinct = keepsApart({
  id: 'identity/distinct-mtxids-are-distinct',
  section: '2',
  level: 'must',
  title: 'two first calls with different mTxIds open two transactions',
  tries:
    'Pairs with the same beginning or end, and pairs that differ in one character, a space inside, a leading zero or a sign of addresses. ' +
    'mTxIds of up to 4,000 characters, which differ in length, or in the first or the last character. mTxIds that the deployment ' +
    'refuses are skipped.',
  fix:
    'Compare mTxIds as whole strings, character by character. Do not truncate or parse them. ' +
    'Use a column that is long enough, with an exact collation, and refuse an mTxId that is too long.',
  lookAlikes: ['longest-mtxid=20', 'mtxid-characters=dashes'],
  dependsOn: ['identity/stxid-is-unique', 'fee-request/accepts-each-optional-field'],
  quickScripts: 2,
  groups: [...GROUPS, LONG],
  bySeveral: BY_SEVERAL,
  judge: (exchange, history) => {
    const reused = reusedStxid(exchange, history);

    return reused?.isMixUp ? violation(DIFFERENT_STXIDS, ...reused.proof) : undefined;
  },
  randomScripts: () =>
    fc.tuple(withSuffix(), withSuffix()).filter(([one, other]) => one.toLowerCase() !== other.toLowerCase()),
});

function withSuffix(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'aB3-_'), maxLength: 6 }).map((text) => `{m1}${text}`);
}
