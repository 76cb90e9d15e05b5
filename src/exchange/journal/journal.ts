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

/**
 * An exchange in a journal, and in the linked list of the exchanges of all journals. With a Set instead of the list, a
 * request beyond the total budget would cost 120 microseconds, not 1.
 */
interface KeptExchange {
  readonly exchange: RecordedExchange;
  readonly bytes: number;
  /** Drops the oldest entry of its journal. For the oldest entry of all journals, that is this one. */
  readonly dropOldest: () => void;
  older: KeptExchange | undefined;
  newer: KeptExchange | undefined;
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
  let oldest: KeptExchange | undefined;
  let newest: KeptExchange | undefined;
  let bytesOfAll = 0;

  const append = (entry: KeptExchange) => {
    entry.older = newest;
    if (newest === undefined) oldest = entry;
    else newest.newer = entry;
    newest = entry;
    bytesOfAll += entry.bytes;
  };
  const remove = (entry: KeptExchange) => {
    const { older, newer, bytes } = entry;
    // A removed entry in the old generation would keep all later ones alive until the next full garbage collection.
    entry.older = undefined;
    entry.newer = undefined;
    if (older === undefined) oldest = newer;
    else older.newer = newer;
    if (newer === undefined) newest = older;
    else newer.older = older;
    bytesOfAll -= bytes;
  };

  return () => {
    let entries: KeptExchange[] = [];
    let bytes = 0;
    let dropped = 0;

    const dropOldest = () => {
      const entry = entries.shift();
      if (entry === undefined) return;
      bytes -= entry.bytes;
      dropped += 1;
      remove(entry);
    };

    return {
      size,
      record(exchange) {
        if (size === 0) return;
        const entry: KeptExchange = {
          exchange,
          bytes: estimateBytes(exchange),
          dropOldest,
          older: undefined,
          newer: undefined,
        };
        entries.push(entry);
        bytes += entry.bytes;
        append(entry);
        while (entries.length > size || bytes > budget.each) dropOldest();
        while (bytesOfAll > budget.all) oldest?.dropOldest();
        onRecord(exchange);
      },
      exchanges: () => entries.map(({ exchange }) => exchange),
      dropped: () => dropped,
      clear() {
        entries.forEach(remove);
        entries = [];
        bytes = 0;
        dropped = 0;
      },
    };
  };
}

/** The size of the objects of an exchange, a header and a violation, apart from their texts, in bytes. */
const OBJECTS = { exchange: 1024, header: 64, violation: 256 };

/** A generous estimate of the memory of an exchange: two bytes for each character that the client sent. */
function estimateBytes({ request, response, refusal, overlooked, hints }: RecordedExchange): number {
  const { url = '', headers, body = '' } = request;
  let bytes = OBJECTS.exchange + 2 * (url.length + body.length + response.body.length);
  for (const name in headers) bytes += OBJECTS.header + name.length + 2 * String(headers[name]).length;
  for (const { pointer, expected, got } of [...(refusal?.violations ?? []), ...overlooked])
    bytes += OBJECTS.violation + 2 * (pointer.length + expected.length + got.length);
  for (const { message } of hints) bytes += OBJECTS.violation + message.length;

  return bytes;
}
