/** A queue of accepted first calls that name nothing: compact, since nearly all transactions are never named again. */
export interface FirstCall {
  readonly id: string;
  readonly sentAt: number;
  readonly endedAt: number;
  readonly merchant: string | undefined;
  readonly sTxId: string;
  readonly isWhole: boolean;
  readonly isAbroad: boolean;
  readonly isMultiPay: boolean;
  readonly card: string | undefined;
}

export interface FirstCallQueue {
  readonly add: (call: FirstCall) => void;
  /** Of the transactions that the calls open. */
  readonly bytes: () => number;
  /** Returns false if only the newest call is left, which stays. */
  readonly dropOldest: () => boolean;
  readonly takeAll: () => readonly FirstCall[];
}

/** The objects of a transaction, and an entry of a map, in bytes. */
export const OBJECTS = 512;
export const ENTRY = 128;

export function createFirstCallQueue(): FirstCallQueue {
  let calls: FirstCall[] = [];
  let first = 0;
  let bytes = 0;

  return {
    add(call) {
      calls.push(call);
      bytes += sizeOf(call);
    },
    bytes: () => bytes,
    dropOldest() {
      const oldest = calls[first];
      if (oldest === undefined || first === calls.length - 1) return false;
      bytes -= sizeOf(oldest);
      first += 1;
      // To take an element from the start of an array takes longer with each that follows.
      if (first >= calls.length / 2) {
        calls = calls.slice(first);
        first = 0;
      }

      return true;
    },
    takeAll() {
      if (calls.length === 0) return calls;
      const all = calls.slice(first);
      calls = [];
      first = 0;
      bytes = 0;

      return all;
    },
  };
}

function sizeOf({ sTxId, card = '' }: FirstCall): number {
  return OBJECTS + ENTRY + sTxId.length + card.length;
}
