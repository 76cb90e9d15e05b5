/** Rules on similar `mTxId`s: a first call with each opens a transaction of its own. */
import type fc from 'fast-check';
import { assertDistinct } from '../assertions.ts';
import type { RecordedCall } from '../recording.ts';
import { type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { callsAs, openUnlessRefused } from './open.ts';

export interface SimilarMtxids {
  readonly one: string;
  readonly other: string;
  /** The merchant that sends both; the one with one processor unless given. */
  readonly merchant?: 'several';
}

interface KeepsApartSpec extends RuleHead, Pick<RuleSpec<SimilarMtxids>, 'observe'> {
  readonly pairs: readonly SimilarMtxids[];
  /** `mTxId`s of first calls by the merchant with several processors, which the observer judges. */
  readonly bySeveral?: readonly string[];
  readonly cases?: () => fc.Arbitrary<SimilarMtxids>;
}

export function keepsApart({ pairs, bySeveral = [], ...head }: KeepsApartSpec): Rule {
  return rule<SimilarMtxids>({
    ...head,
    probes({ baseline, deployment }) {
      const processor = deployment.several?.processors[0]?.mid;
      if (processor === undefined) return pairs.filter(({ merchant }) => merchant === undefined);
      const calls = bySeveral.map((mTxId): RecordedCall => {
        const body = { ...baseline, processor, mTxId };

        return { operation: 'calculateFee', merchant: 'several', body };
      });

      return calls.length === 0 ? pairs : [...pairs, { calls }];
    },
    shrink: shorterPairs,

    // Observers do not judge mTxIds with unusual characters, or that differ only in case.
    async run({ one, other, merchant }, conversation, context) {
      const { fee } = callsAs(merchant, conversation, context);
      const opened: string[] = [];
      for (const mTxId of [one, other])
        opened.push(await openUnlessRefused({ fee }, { ...context.baseline, mTxId }));
      assertDistinct(opened, DIFFERENT_STXIDS);
    },
  });
}

export const DIFFERENT_STXIDS = 'a different sTxId for each mTxId';

/** Removes one character from either or from both at the same place; the two still differ by more than case. */
function shorterPairs({ one, other, ...sender }: SimilarMtxids): readonly SimilarMtxids[] {
  const [ones, others] = [withoutEach(one), withoutEach(other)];
  const shortened = [
    ...ones.map((less, index) => ({ one: less, other: others[index] ?? other })),
    ...ones.map((less) => ({ one: less, other })),
    ...others.map((less) => ({ one, other: less })),
  ];

  return shortened
    .filter((pair) => pair.one.toLowerCase() !== pair.other.toLowerCase())
    .map((pair) => ({ ...pair, ...sender }));
}

/** A placeholder stays whole. */
function withoutEach(mTxId: string): readonly string[] {
  const parts = mTxId.match(/\{\w+\}|./gsu) ?? [];

  return parts.flatMap((part, index) => (part.length > 2 ? [] : [parts.toSpliced(index, 1).join('')]));
}
