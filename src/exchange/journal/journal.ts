/** The last exchanges of a proxy, or of a mock and its worlds, within a budget of bytes that all journals share. */
import type { RecordedExchange } from './recorded-exchange.ts';

export interface Journal {
  /** How many exchanges it keeps at most; 0 where it is off. */
  readonly size: number;
  readonly record: (exchange: RecordedExchange) => void;
  /** The oldest first. */
  readonly exchanges: () => readonly RecordedExchange[];
  /** How many exchanges it has dropped since it was cleared, to keep the newest only. */
  readonly dropped: () => number;
  readonly clear: () => void;
}

/** In bytes. */
export interface JournalBudget {
  /** For one journal, such as that of a world. */
  readonly each: number;
  /** For all of them together. */
  readonly all: number;
}

const MEBIBYTE = 2 ** 20;
const JOURNAL_BUDGET: JournalBudget = { each: 16 * MEBIBYTE, all: 64 * MEBIBYTE };

interface KeptExchange {
  readonly exchange: RecordedExchange;
  readonly bytes: number;
  /** Its place among the exchanges of all journals. */
  readonly place: number;
}

/** The part of a journal that the budget of all journals needs. */
interface Budgeted {
  readonly oldest: () => number;
  readonly dropOldest: () => void;
}

/**
 * @param size how many exchanges each journal keeps; with 0 they record none
 * @param onRecord called with every exchange that one of the journals records
 * @returns a function that creates a journal
 */
export function createJournals(
  size: number,
  onRecord: (exchange: RecordedExchange) => void,
  budget: JournalBudget = JOURNAL_BUDGET,
): () => Journal {
  /** Those that have exchanges. */
  const filled = new Set<Budgeted>();
  let bytesOfAll = 0;
  let place = 0;

  return () => {
    let entries: KeptExchange[] = [];
    let bytes = 0;
    let dropped = 0;
    const grow = (by: number) => {
      bytes += by;
      bytesOfAll += by;
      if (entries.length > 0) filled.add(self);
      else filled.delete(self);
    };
    const self: Budgeted = {
      oldest: () => entries[0]?.place ?? Number.POSITIVE_INFINITY,
      dropOldest() {
        dropped += 1;
        grow(-(entries.shift()?.bytes ?? 0));
      },
    };

    return {
      size,
      record(exchange) {
        if (size === 0) return;
        const entry = { exchange, bytes: estimateBytes(exchange), place: place++ };
        entries.push(entry);
        grow(entry.bytes);
        while (entries.length > size || bytes > budget.each) self.dropOldest();
        while (bytesOfAll > budget.all)
          [...filled].reduce((one, other) => (other.oldest() < one.oldest() ? other : one)).dropOldest();
        onRecord(exchange);
      },
      exchanges: () => entries.map(({ exchange }) => exchange),
      dropped: () => dropped,
      clear() {
        entries = [];
        dropped = 0;
        grow(-bytes);
      },
    };
  };
}

/** The size of the objects of an exchange, its headers included, and of a violation, in bytes. */
const OBJECTS = { exchange: 2048, violation: 384 };

/** An estimate of the memory of an exchange: two bytes for each character of the bodies and of the head. */
function estimateBytes({ request, response, refusal, overlooked, hints }: RecordedExchange): number {
  const { url = '', body = '', headers } = request;
  let characters = url.length + body.length + response.body.length;
  for (const name in headers) characters += String(headers[name]).length;
  const violations = (refusal?.violations.length ?? 0) + overlooked.length + hints.length;

  return OBJECTS.exchange + 2 * characters + OBJECTS.violation * violations;
}
