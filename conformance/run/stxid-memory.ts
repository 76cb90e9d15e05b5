/** Remembers the sTxId of every first call of a run, to notice one that is given out again. */
import type { Step } from '../conversation.ts';

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

/** Beyond so many they would tell nothing new. */
const MOST_KEPT = 20;
/** Characters of an answer that is worth remembering for each of thousands of calls. */
const LONGEST_ANSWER = 4096;

export function createStxidMemory(): StxidMemory {
  const lastGiven = new Map<string, { readonly call: number; readonly step: Step }>();
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
      const key = `${merchant} ${sTxId}`;
      const before = lastGiven.get(key);
      if (before !== undefined && reuses.length < MOST_KEPT)
        reuses.push({
          sTxId,
          steps: [before.step, step],
          told: [before.step, step].every(isNamed) ? 'apart by mTxId' : 'not apart',
          after: Math.max(0, calls - before.call - 1),
        });
      lastGiven.set(key, { call: calls, step });
    },
    reuses,
    get noted() {
      return noted;
    },
  };
}

function isNamed({ body }: Step): boolean {
  return /"mTxId":"/.test(body);
}
