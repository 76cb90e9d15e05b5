/** Rules on similar `mTxId`s: a first call with each opens a transaction of its own. */
import type fc from 'fast-check';
import { assertAnswered, assertDistinct, stxidOf } from '../assertions.ts';
import { NotJudged } from '../failure.ts';
import { type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import type { ScriptCall } from '../script.ts';
import { BEYOND, type LongMtxids, longPairs, openLong, shorterMtxids } from './long-mtxids.ts';
import { callsAs, REFUSES_MTXID } from './open.ts';

export interface SimilarMtxids {
  readonly one: string;
  readonly other: string;
  /** Each must differ from the first two and from each other. */
  readonly further?: readonly string[];
  /** The merchant that sends both; the one with one processor unless given. */
  readonly merchant?: 'several';
}

type Case = SimilarMtxids | LongMtxids;

interface KeepsApartSpec extends RuleHead, Pick<RuleSpec<SimilarMtxids>, 'observe'> {
  readonly pairs: readonly SimilarMtxids[];
  /** Whether the longest `mTxId`s that the deployment accepts are tried as well. */
  readonly triesLong?: true;
  /** `mTxId`s of first calls by the merchant with several processors, which the observer judges. */
  readonly bySeveral?: readonly string[];
  readonly cases?: () => fc.Arbitrary<SimilarMtxids>;
}

export function keepsApart({ pairs, bySeveral = [], triesLong, ...head }: KeepsApartSpec): Rule {
  return rule<Case>({
    ...head,
    probes({ baseline, deployment }) {
      const processor = deployment.several?.processors[0]?.mid;
      const long = triesLong ? [{ upTo: BEYOND }] : [];
      if (processor === undefined)
        return [...pairs.filter(({ merchant }) => merchant === undefined), ...long];
      const calls = bySeveral.map((mTxId): ScriptCall => {
        const body = { ...baseline, processor, mTxId };

        return { operation: 'calculateFee', merchant: 'several', body };
      });

      return [...pairs, ...long, ...(calls.length === 0 ? [] : [{ calls }])];
    },
    shrink: (value) =>
      'upTo' in value ? [...shorterMtxids(value), ...longPairs(value)] : shorterPairs(value),

    // Observers do not judge mTxIds with unusual characters, or that differ only in case.
    async run(value, conversation, context) {
      if ('upTo' in value)
        return assertDistinct(await openLong(value, conversation, context), DIFFERENT_STXIDS);
      const { one, other, further = [], merchant } = value;
      const { fee } = callsAs(merchant, conversation, context);
      const opened: string[] = [];
      for (const mTxId of [one, other, ...further]) {
        const exchange = await fee({ ...context.baseline, mTxId });
        assertAnswered(exchange);
        if (exchange.outcome.kind !== 'refused') opened.push(stxidOf(exchange));
      }
      if (opened.length < 2) throw new NotJudged(REFUSES_MTXID);
      assertDistinct(opened, DIFFERENT_STXIDS);
    },
  });
}

export const DIFFERENT_STXIDS = 'a different sTxId for each mTxId';

/** Two of several. Of two, removes one character from either or from both; they still differ by more than case. */
function shorterPairs({ one, other, further, ...sender }: SimilarMtxids): readonly SimilarMtxids[] {
  if (further !== undefined) return pairsOf([one, other, ...further]).map((pair) => ({ ...pair, ...sender }));
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

function pairsOf(mTxIds: readonly string[]): readonly SimilarMtxids[] {
  return mTxIds.flatMap((one, n) => mTxIds.slice(n + 1).map((other) => ({ one, other })));
}

/** A placeholder stays whole. */
function withoutEach(mTxId: string): readonly string[] {
  const parts = mTxId.match(/\{\w+\}|./gsu) ?? [];

  return parts.flatMap((part, index) => (part.length > 2 ? [] : [parts.toSpliced(index, 1).join('')]));
}
