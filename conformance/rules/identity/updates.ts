/** The rules on updates: each identifier names its transaction. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../../rule/context.ts';
import { FIXED_MTXIDS, WIDE_MTXIDS } from '../../rule/mtxids.ts';
import { judgeNamed, type Opening, open, openings } from '../../rule/patterns/named.ts';
import {
  CHANGEABLE,
  identifiersBy,
  mtxidFor,
  opened,
  REFUSES_MTXID,
  senderOf,
} from '../../rule/patterns/open.ts';
import { keepsStxid, type Rule, type RuleHead, rule } from '../../rule/rule.ts';
import { fee, REFUSES_CHANGES, type Script } from '../../rule/script.ts';

const LOOK_ALIKES = ['update-to-another-card=refuse', 'update-after-sale=refuse'] as const;

export const updateByStxidKeepsStxid = updates('sTxId', {
  id: 'identity/update-by-stxid-keeps-stxid',
  section: '1.2, 4.1',
  title: 'an update by sTxId returns that sTxId',
  tries: 'One to three updates, with and without other transactions in between.',
  fix: 'Update the transaction of the sTxId, and return the same sTxId, however many updates follow.',
  lookAlikes: LOOK_ALIKES,
  dependsOn: ['identity/stxid-is-unique'],
});

export const updateByMtxidKeepsStxid = updates(
  'mTxId',
  {
    id: 'identity/update-by-mtxid-keeps-stxid',
    section: '1.2, 4.1',
    title: "an update by mTxId returns the first call's sTxId",
    tries: 'One to three updates; also by long mTxIds, __proto__ and 0, except those that are refused.',
    fix: "Look the mTxId up among the merchant's transactions: update the one found, and return its sTxId.",
    lookAlikes: [...LOOK_ALIKES, 'longest-mtxid=20', 'mtxid-characters=dashes'],
    dependsOn: ['identity/stxid-is-unique'],
  },
  WIDE_MTXIDS,
  FIXED_MTXIDS,
);

export const updateByBothKeepsStxid = updates('both', {
  id: 'identity/update-by-both-keeps-stxid',
  section: '1.2',
  title: "an update by both identifiers returns the transaction's sTxId",
  tries: 'One to three updates, with and without other transactions in between.',
  fix: 'Accept an update with both identifiers of one transaction, and return its sTxId.',
  lookAlikes: LOOK_ALIKES,
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
});

interface Updates extends Opening {
  /** The amounts of the updates that follow, in US dollars. */
  readonly amounts: readonly number[];
  /** Fields that the updates change; a deployment may refuse that. */
  readonly changed?: Partial<Pick<FeeRequest, 'nicn' | 'region'>>;
}

/** Of those in turn that come first. */
const PLAIN_FORMS = 3;

/**
 * @param wideMtxids mTxIds beyond the safe domain
 * @param fixedMtxids mTxIds that are the same in every run: an earlier run may have opened their transactions
 */
function updates(
  by: NamedBy,
  head: Omit<RuleHead, 'inTraffic'>,
  wideMtxids: readonly string[] = [],
  fixedMtxids: readonly (readonly string[])[] = [],
): Rule {
  const toScript = ({ amounts, changed, ...opening }: Updates, context: RuleContext): Script => {
    // By the other merchant, if there is one: a service may keep something of the last one.
    const other = senderOf(context, opening.merchant === 'several' ? 'one' : 'several');
    const openOther = (mTxId: string) => opened({ ...other.plain, ...mtxidFor(by, mTxId) }, other.merchant);
    // An sTxId suffices where the transaction has an mTxId too.
    const isNamed = by !== 'sTxId' || amounts.length > 1;
    const { merchant, body, own, calls } = open(opening, isNamed, openOther, context);
    const changes = CHANGEABLE.find((field) => changed?.[field] !== undefined);
    const accepted = `an accepted update by ${by === 'both' ? 'both identifiers' : by}`;
    const update = (amount: number) =>
      fee(
        { ...body, ...changed, amount, ...identifiersBy(by, '{s1}', own) },
        { merchant, ...(changed && { mayBeRefused: REFUSES_CHANGES }), expects: { accepted, sTxIdOf: 1 } },
      );

    return { ...(changes && { changes }), calls: [...calls, ...amounts.map(update)] };
  };

  return rule({
    ...head,
    inTraffic: keepsStxid(3, by),
    judge: judgeNamed('update', by, (named) => named.by === by),
    scripts(context) {
      const { baseline, data, deployment } = context;
      const { plainAmounts, nicns, regions } = data;
      const plain: Updates = { first: baseline, amounts: [baseline.amount] };
      const amounts = plainAmounts.slice(0, 1);
      const region = Object.values(regions)
        .flat()
        .find((one) => one !== baseline.region);
      const nicn = nicns.findLast((one) => one !== baseline.nicn);
      const merchant = deployment.several === undefined ? {} : { merchant: 'several' as const };
      const all: readonly Updates[] = [
        { ...plain, amounts },
        { first: { ...baseline, country: '840' }, amounts, others: 1, ...merchant },
        // Also one that changes nothing.
        { ...plain, amounts: [baseline.amount, ...plainAmounts.slice(0, 2)] },
        ...(region === undefined ? [] : [{ ...plain, changed: { region } }]),
        ...(nicn === undefined ? [] : [{ ...plain, changed: { nicn } }]),
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
      ];

      return [
        // Those that a deployment may refuse for what they change have the plainest.
        ...all.map((one, n) => toScript({ form: n + PLAIN_FORMS, ...one }, context)),
        ...fixedMtxids.map((mTxIds) => foundAgain(mTxIds, baseline)),
      ];
    },
    randomScripts: (context) =>
      fc
        .record({
          ...openings(context),
          amounts: fc.array(context.data.plainAmount, { minLength: 1, maxLength: 3 }),
        })
        .map((one) => toScript(one, context)),
  });
}

/** A call with each, and the same again. Where an earlier run has opened the transactions, the first ones are updates already. */
function foundAgain(mTxIds: readonly string[], baseline: FeeRequest): Script {
  const [ordinary] = mTxIds;
  const first = (mTxId: string) => {
    const accepted = `a fee for {call} with the mTxId ${mTxId}, as for one with ${ordinary}`;

    return fee(
      { ...baseline, mTxId },
      // A firewall may refuse such words with a page and status 200: that has no JSON body.
      mTxId === ordinary
        ? { mayBeRefused: REFUSES_MTXID, expects: { sTxId: 'in-json' } }
        : { expects: { accepted, sTxId: 'in-json' } },
    );
  };
  const needs = 'fee-request/accepts-all-fields-at-once';

  return {
    calls: [
      ...mTxIds.map(first),
      ...mTxIds.map((mTxId, n) => fee({ ...baseline, mTxId }, { needs, expects: { sTxIdOf: n + 1 } })),
    ],
  };
}
