/** Which of the transactions that were acknowledged a mock with `--retain` must still have, and which it cannot have. */

export interface Kept {
  readonly sTxId: string;
  readonly mTxId: string;
}

interface Noted extends Kept {
  /** How many touches had been sent when its last one was. */
  sentAt: number;
  /** How many openings had been acknowledged when its last touch was. */
  openedAt: number;
}

export interface KeptTransactions {
  /** Before a call that opens or touches a transaction. @returns what to hand in with the answer */
  readonly send: () => number;
  readonly opened: (transaction: Kept, sent: number) => void;
  readonly touched: (transaction: Kept, sent: number) => void;
  /** One that the mock must have, whatever is under way; undefined as long as there is none. */
  readonly pickInside: (random: number) => Kept | undefined;
  /** One that the mock must have forgotten. */
  readonly pickOutside: (random: number) => Kept | undefined;
  readonly allInside: () => readonly Kept[];
  readonly allOutside: () => readonly Kept[];
  readonly openings: () => number;
}

/**
 * A mock that retains so many lets go of the one that was not touched for the longest time. Calls overtake each other
 * on their way, each at most as many others as there are connections, so near the edge nothing is said.
 */
export function createKept(retain: number, connections: number): KeptTransactions {
  // As many as are needed to have some outside. The oldest is overwritten.
  const ring: Noted[] = [];
  const size = retain * 4;
  const bySTxId = new Map<string, Noted>();
  let sent = 0;
  let openings = 0;

  const isInside = ({ sentAt }: Noted) => sent - sentAt + 2 * connections < retain;
  const isOutside = ({ openedAt }: Noted) => openings - openedAt - connections >= retain;
  const at = (back: number) => ring[(openings - 1 - back) % size];
  const pick = (from: number, span: number, random: number, fits: (noted: Noted) => boolean) => {
    const noted = at(from + Math.floor(random * span));

    return noted !== undefined && fits(noted) ? noted : undefined;
  };

  return {
    send: () => sent++,
    opened({ sTxId, mTxId }, sentAt) {
      const old = ring[openings % size];
      if (old !== undefined) bySTxId.delete(old.sTxId);
      const noted = { sTxId, mTxId, sentAt, openedAt: openings + 1 };
      ring[openings % size] = noted;
      bySTxId.set(sTxId, noted);
      openings++;
    },
    touched({ sTxId }, sentAt) {
      const noted = bySTxId.get(sTxId);
      if (noted === undefined) return;
      noted.sentAt = Math.max(noted.sentAt, sentAt);
      noted.openedAt = openings;
    },
    pickInside: (random) => pick(0, Math.min(openings, retain), random, isInside),
    pickOutside: (random) => pick(retain, Math.max(0, Math.min(openings, size) - retain), random, isOutside),
    allInside: () => ring.filter(isInside),
    allOutside: () => ring.filter(isOutside),
    openings: () => openings,
  };
}
