/** Opens the ledger that --ledger names. */
import type { Ledger } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { type CommandInput, UsageError } from './command.ts';
import { textOption } from './parse-options.ts';
import { type Retention, readRetention } from './parse-retention.ts';

export interface OpenLedger {
  readonly ledger: Ledger;
  /** For people: which one, and how long it keeps what; no password. */
  readonly description: string;
}

/** A parsed value of `--ledger`. */
type Place =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'redis'; readonly url: string };

/**
 * The caller closes it. Loads only the code of the ledger that is named.
 *
 * @throws UsageError where the option or the ledger cannot be used
 */
export async function openLedger(input: CommandInput): Promise<OpenLedger> {
  const place = readPlace(textOption(input, 'ledger') ?? 'memory');
  const typed = textOption(input, 'retain');
  const retention = typed === undefined ? undefined : readRetention(typed);
  try {
    const opened = await open(place, retention);

    return { ...opened, description: opened.description + describe(retention, typed) };
  } catch (error) {
    throw error instanceof LedgerError ? new UsageError(`--ledger: ${error.message}`) : error;
  }
}

function readPlace(text: string): Place {
  if (text === 'memory') return { kind: 'memory' };
  // Of sqlite://transactions.db one would get a file in the root of the disk.
  if (/^sqlite:(?!\/\/[^/])./.test(text)) return { kind: 'sqlite', file: text.slice('sqlite:'.length) };
  if (/^rediss?:\/\//.test(text)) return { kind: 'redis', url: text };
  // An address of another kind may hold a password all the same.
  const shown = /[@?]/.test(text) ? 'something else, not shown since it may hold a password' : text;
  throw new UsageError(
    `--ledger: expected memory, sqlite:FILE, redis://HOST:PORT or rediss://HOST:PORT, got ${shown}`,
  );
}

async function open(place: Place, retention: Retention | undefined): Promise<OpenLedger> {
  switch (place.kind) {
    case 'memory':
      return {
        ledger: createMemoryLedger({ retain: countOf(retention, 'memory') }),
        description: 'memory, empty at every start',
      };
    case 'sqlite': {
      const retain = countOf(retention, 'sqlite:FILE');
      const { openSqliteLedger } = await import('../ledger/sqlite.ts');

      return {
        ledger: openSqliteLedger(place.file, { retain }),
        description: `sqlite:${place.file}, kept between starts`,
      };
    }
    case 'redis': {
      const retain = timeOf(retention);
      const { openRedisLedger } = await import('../ledger/redis.ts');
      const { ledger, address } = await openRedisLedger(place.url, { retain });

      return { ledger, description: `${address}, shared with every mock that uses it` };
    }
  }
}

/** @throws UsageError where a time was given */
function countOf(retention: Retention | undefined, ledger: string): number | undefined {
  if (retention?.kind !== 'time') return retention?.count;
  throw new UsageError(
    `--retain: expected a number of transactions beside --ledger ${ledger}, such as 10000, got a time: only redis:// keeps by time`,
  );
}

/** @throws UsageError where a number was given: mocks that share a ledger would have to agree on who is the oldest */
function timeOf(retention: Retention | undefined): number | undefined {
  if (retention?.kind !== 'count') return retention?.milliseconds;
  throw new UsageError(
    `--retain: expected a time beside --ledger redis://, such as 24h, got a number: only memory and sqlite keep by number`,
  );
}

function describe(retention: Retention | undefined, typed: string | undefined): string {
  switch (retention?.kind) {
    case undefined:
      return '';
    case 'count':
      return `; the last ${typed} transactions`;
    case 'time':
      return `; transactions for ${typed} after their last change`;
  }
}
