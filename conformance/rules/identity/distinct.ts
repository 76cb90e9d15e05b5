/** The rules on new transactions: each first call opens its own, and each `mTxId` names one. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { RuleContext } from '../../rule/context.ts';
import { HOLDS } from '../../rule/finding.ts';
import { NUMBERS, zeroPadding } from '../../rule/mtxids.ts';
import { reusedStxid } from '../../rule/observers.ts';
import { amountsInTurn, opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';
import type { MerchantRole } from '../../rule/service-call.ts';

export const stxidIsUnique = rule({
  id: 'identity/stxid-is-unique',
  section: '1.2',
  title: 'every first call gets an sTxId of its own',
  tries: 'First calls with equal and with different bodies, one after another and at the same time.',
  fix: 'Create a random or sequential sTxId. Do not derive it from the request or from the time alone.',
  inTraffic: { from: 2, compares: 'two-first-calls', couldBe: 'an accident, or a call that is not recorded' },
  lookAlikes: ['stxid-form=base64url'],
  scripts(context) {
    const { baseline, data, deployment } = context;
    const { merchant, plain } = senderOf(context, 'several');
    const { mTxId: _, processor: __, ...optional } = data.optional;
    const full = { ...plain, ...baseline, ...optional };

    return [
      firstCalls([baseline, baseline], false),
      firstCalls(Array<FeeRequest>(12).fill(baseline), true),
      ...(deployment.several ? [firstCalls([full, full], false, merchant)] : []),
    ];
  },
  randomScripts: ({ data: { feeRequest } }) =>
    fc
      .record({ requests: fc.array(feeRequest, { minLength: 2, maxLength: 4 }), atOnce: fc.boolean() })
      .map(({ requests, atOnce }) => firstCalls(requests, atOnce)),

  judge(call, history) {
    const reused = reusedStxid('a different sTxId for each first call', call, history);
    if (reused !== undefined) return reused.isMixUp ? undefined : reused.finding;

    return history.isFirstCall(call) && call.given !== undefined ? HOLDS : undefined;
  },
});

/** @param atOnce whether all are sent at the same time, or one after another */
function firstCalls(requests: readonly FeeRequest[], atOnce: boolean, merchant?: MerchantRole): Script {
  return {
    calls: requests.map((request, n) => ({
      ...opened(request, merchant),
      ...(atOnce && n > 0 ? { concurrent: true } : {}),
    })),
  };
}

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
  ['{n1}0', '{n1}e1', '{n1}0e0'],
  // Numbers of base 8 and 16.
  NUMBERS,
  // Neither of ISO 8859-1, nor alike in any collation.
  ['{m1}価', '{m1}格'],
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

export const distinctMtxidsAreDistinct = rule({
  id: 'identity/distinct-mtxids-are-distinct',
  section: '2',
  title: 'two first calls with different mTxIds open two transactions',
  tries: 'They differ in a character, a sign, a leading zero or their length. Refused ones are skipped.',
  fix: 'Compare mTxIds as whole strings, with an exact collation, and refuse one that is too long to store.',
  inTraffic: { from: 2, compares: 'two-mtxids', couldBe: 'an accident, or a call that is not recorded' },
  lookAlikes: ['longest-mtxid=20', 'mtxid-characters=dashes'],
  dependsOn: ['identity/stxid-is-unique', 'fee-request/accepts-each-optional-field'],
  quickScripts: 2,
  scripts: keptApart([...GROUPS, LONG], BY_SEVERAL),
  judge: (call, history) => {
    const reused = reusedStxid(DIFFERENT_STXIDS, call, history);

    return reused?.isMixUp ? reused.finding : undefined;
  },
  randomScripts: (context) =>
    fc
      .tuple(withSuffix(), withSuffix())
      .filter(([one, other]) => one.toLowerCase() !== other.toLowerCase())
      .map((group) => similar(group, context)),
});

function withSuffix(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'aB3-_'), maxLength: 6 }).map((text) => `{m1}${text}`);
}

export const mtxidIsCaseSensitive = rule({
  id: 'identity/mtxid-is-case-sensitive',
  section: '2',
  title: 'two first calls with mTxIds that differ only in case open two transactions',
  tries: 'Also an accent, and the width of a digit. mTxIds that the deployment refuses are skipped.',
  fix: 'Compare mTxIds exactly, with a binary collation, without changing their case or normalising them.',
  dependsOn: ['identity/distinct-mtxids-are-distinct'],
  scripts: keptApart(
    [
      ['{m1}a', '{m1}A'],
      ['X{m1}', 'x{m1}'],
      ['{m1}é', '{m1}e', '{m2}1', '{m2}１'],
    ],
    ['{m1}b', '{m1}B'],
  ),
});

const AT_ONCE = 5;

/** `mTxId`s of first calls; those that the deployment refuses are skipped. */
type SimilarMtxids = readonly string[];

export const DIFFERENT_STXIDS = 'a different sTxId for each mTxId';

/** @param bySeveral sent by the merchant with several processors */
function keptApart(
  groups: readonly SimilarMtxids[],
  bySeveral: SimilarMtxids,
): (context: RuleContext) => readonly Script[] {
  return (context) => [
    ...groups.map((group) => similar(group, context)),
    ...(context.deployment.several ? [similar(bySeveral, context, 'several')] : []),
  ];
}

function similar(mTxIds: SimilarMtxids, context: RuleContext, role?: MerchantRole): Script {
  const sender = senderOf(context, role);
  const { merchant, plain } = sender;
  // Those of the other merchant have one amount.
  const amounts = role === undefined ? [plain.amount] : amountsInTurn(context, sender);

  return {
    calls: mTxIds.map((mTxId, n) =>
      fee({ ...plain, amount: amounts[n % amounts.length], mTxId }, { merchant }),
    ),
    sTxIds: { are: 'different', what: DIFFERENT_STXIDS },
  };
}

export const oneTransactionPerMtxid = rule({
  id: 'identity/one-transaction-per-mtxid',
  section: '2',
  title: 'simultaneous first calls with one mTxId open one transaction',
  tries: 'Five equal first calls at the same time. Those that are refused meanwhile do not count.',
  fix: 'Make mTxId unique for each merchant where transactions are stored, and return the one that exists.',
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
