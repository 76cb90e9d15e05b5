/** The longest `mTxId` that a deployment accepts, and others that differ from it in one place. */
import { assertAnswered, stxidOf } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { NotJudged } from '../failure.ts';
import { zeroPadding } from '../mtxids.ts';
import { openUnlessRefused, REFUSES_MTXID } from './open.ts';

export interface LongMtxids {
  /** Characters: no longer one is tried. */
  readonly upTo: number;
}

/** Characters beyond the limits of ordinary services, and limits that services have, the largest first. */
export const BEYOND = 4000;
const LIMITS = [256, 255, 128, 100, 64, 50, 40, 36, 32, 20];

/** A fresh `mTxId`, and one character before it. */
const HEAD = 13;

/** Changed characters: a service may keep one end of an `mTxId`, or both. */
const PLACES = ['last', 'middle', 'first'] as const;

/** Opens transactions, and returns their `sTxId`s. @throws NotJudged where the deployment refuses all lengths */
export async function openLong(
  { upTo }: LongMtxids,
  { fee }: Conversation,
  { baseline }: RuleContext,
): Promise<readonly string[]> {
  const opened: string[] = [];
  const accepts = async (length: number): Promise<boolean> => {
    const exchange = await fee({ ...baseline, mTxId: longMtxid(length) });
    assertAnswered(exchange);
    if (exchange.outcome.kind === 'refused') return false;
    opened.push(stxidOf(exchange));

    return true;
  };
  const length = await findLongest(upTo, accepts);
  for (const place of PLACES)
    opened.push(await openUnlessRefused({ fee }, { ...baseline, mTxId: longMtxid(length, place) }));

  return opened;
}

/** @throws NotJudged where none is accepted */
async function findLongest(upTo: number, accepts: (length: number) => Promise<boolean>): Promise<number> {
  let refused = upTo + 1;
  for (const length of [upTo, ...LIMITS.filter((limit) => limit < upTo)]) {
    if (!(await accepts(length))) {
      refused = length;
      continue;
    }
    let accepted = length;
    while (refused - accepted > 1) {
      const middle = (accepted + refused) >> 1;
      if (await accepts(middle)) accepted = middle;
      else refused = middle;
    }

    return accepted;
  }
  throw new NotJudged(REFUSES_MTXID);
}

export function shorterMtxids({ upTo }: LongMtxids): readonly LongMtxids[] {
  const lengths = [upTo >> 3, upTo >> 2, upTo >> 1, upTo - (upTo >> 2)];

  return [...new Set(lengths)].filter((length) => length > HEAD).map((length) => ({ upTo: length }));
}

/** The longest with each of the others. */
export function longPairs({ upTo }: LongMtxids) {
  return PLACES.map((place) => ({ one: longMtxid(upTo), other: longMtxid(upTo, place) }));
}

/** The `mTxId` of this length, with another character in this place. */
function longMtxid(length: number, changed?: (typeof PLACES)[number]): string {
  const zeros = zeroPadding(length, 1);
  const last = zeros.length - 1;
  switch (changed) {
    case undefined:
      return `a{m1}${zeros}`;
    case 'first':
      return `b{m1}${zeros}`;
    case 'middle':
      return `a{m1}${withOne(zeros, Math.max(0, (length >> 1) - HEAD))}`;
    case 'last':
      return `a{m1}${withOne(zeros, last)}`;
  }
}

function withOne(zeros: string, index: number): string {
  return `${zeros.slice(0, index)}1${zeros.slice(index + 1)}`;
}
