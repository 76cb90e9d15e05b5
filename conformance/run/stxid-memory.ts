/** Remembers the sTxId of every first call of a run, by either merchant, to notice one that is given out again. */
import type { Step } from '../conversation.ts';
import { readObject } from '../json-object.ts';

/** Two first calls that were answered with one sTxId. */
export interface Reuse {
  readonly sTxId: string;
  readonly steps: readonly [Step, Step];
  /** Whether each of the two brought an `mTxId` of its own, for which one may have been taken for the other. */
  readonly told: 'apart by mTxId' | 'not apart';
  /** Fee calls between the two. */
  readonly after: number;
}

export interface StxidMemory {
  /** One more fee call of any kind. */
  call(): void;
  /** That call opened a transaction of this name, for this merchant. */
  note(merchant: string, sTxId: string, step: Step): void;
  readonly reuses: readonly Reuse[];
  /** Transactions opened. */
  readonly noted: number;
}

interface Given {
  readonly call: number;
  readonly merchant: string;
  readonly step: Step;
}

/** Beyond so many they would tell nothing new. */
const MOST_KEPT = 20;
/** Characters of an answer that is worth remembering for each of thousands of calls. */
const LONGEST_ANSWER = 4096;

export function createStxidMemory(): StxidMemory {
  const lastGiven = new Map<string, Given>();
  const reuses: Reuse[] = [];
  let calls = 0;
  let noted = 0;

  return {
    call() {
      calls++;
    },
    note(merchant, sTxId, step) {
      if (step.answer.kind === 'answered' && step.answer.text.length > LONGEST_ANSWER) return;
      noted++;
      const before = lastGiven.get(sTxId);
      const given = { call: calls, merchant, step: askedBy(merchant, step) };
      if (before !== undefined && !shareMtxid(before, given) && reuses.length < MOST_KEPT)
        reuses.push({
          sTxId,
          steps: [before.step, given.step],
          told: [before.step, step].every(isNamed) ? 'apart by mTxId' : 'not apart',
          after: Math.max(0, calls - before.call - 1),
        });
      lastGiven.set(sTxId, given);
    },
    reuses,
    get noted() {
      return noted;
    },
  };
}

/** The step with the token of its merchant named, for a counterexample of two merchants. */
function askedBy(merchant: string, step: Step): Step {
  return merchant === 'several' ? { ...step, manner: { ...step.manner, merchant } } : step;
}

/** Whether two merchants may share the transaction of one mTxId is the matter of `identity/merchants-are-isolated`. */
function shareMtxid(one: Given, other: Given): boolean {
  const mTxId = mtxidIn(one.step);

  return one.merchant !== other.merchant && mTxId !== undefined && mTxId === mtxidIn(other.step);
}

function mtxidIn({ body }: Step): unknown {
  return readObject(body)?.['mTxId'];
}

function isNamed({ body }: Step): boolean {
  return /"mTxId":"/.test(body);
}
