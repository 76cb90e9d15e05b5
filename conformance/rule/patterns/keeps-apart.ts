/** Rules on similar `mTxId`s: a first call with each opens a transaction of its own. */
import type fc from 'fast-check';
import type { RuleContext } from '../context.ts';
import type { MerchantRole } from '../exchange.ts';
import { type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { fee, type Script } from '../script.ts';
import { senderOf } from './open.ts';

/** `mTxId`s of first calls; those that the deployment refuses are skipped. */
export type SimilarMtxids = readonly string[];

interface KeepsApartSpec extends RuleHead, Pick<RuleSpec, 'judge'> {
  readonly groups: readonly SimilarMtxids[];
  /** Sent by the merchant with several processors. */
  readonly bySeveral: SimilarMtxids;
  readonly randomScripts?: () => fc.Arbitrary<SimilarMtxids>;
}

export const DIFFERENT_STXIDS = 'a different sTxId for each mTxId';

export function keepsApart({ groups, bySeveral, randomScripts: random, ...head }: KeepsApartSpec): Rule {
  return rule({
    ...head,
    scripts: (context) => [
      ...groups.map((group) => firstCalls(group, context)),
      ...(context.deployment.several === undefined ? [] : [firstCalls(bySeveral, context, 'several')]),
    ],
    ...(random === undefined
      ? {}
      : { randomScripts: (context) => random().map((group) => firstCalls(group, context)) }),
  });
}

function firstCalls(mTxIds: SimilarMtxids, context: RuleContext, role?: MerchantRole): Script {
  const { merchant, plain } = senderOf(context, role);

  return {
    calls: mTxIds.map((mTxId) => fee({ ...plain, mTxId }, { merchant })),
    sTxIds: { are: 'different', what: DIFFERENT_STXIDS },
  };
}
