/** Opens the ledger that --ledger names. */
import type { Ledger } from '../src/ledger/ledger.ts';
import { LedgerError } from '../src/ledger/ledger-error.ts';
import { createMemoryLedger, LEDGER_FULL } from '../src/ledger/memory.ts';
import { readDuration } from '../src/text/duration.ts';
import { type CommandContext, UsageError } from './command.ts';

export interface OpenLedger {
  readonly ledger: Ledger;
  /** For people: its kind and what it keeps, without a password. */
  readonly description: string;
}

/** A parsed value of `--ledger`. */
type LedgerPlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'redis'; readonly url: string };

/** A parsed value of `--retain`. */
type Retention =
  /** The newest transactions by their last change. */
  | { readonly kind: 'count'; readonly count: number }
  /** Until this time after the last change. */
  | { readonly kind: 'time'; readonly milliseconds: number };

/**
 * The caller closes it. Loads only the code of the ledger that is named.
 *
 * @throws UsageError where the option or the ledger cannot be used
 */
export async function openLedger(
  {
    ledger = 'memory',
    retain: typed,
  }: { readonly ledger?: string | undefined; readonly retain?: string | undefined },
  { warn }: Pick<CommandContext, 'warn'>,
): Promise<OpenLedger> {
  const place = readPlace(ledger);
  const retention = typed === undefined ? undefined : readRetention(typed);
  try {
    const opened = await open(place, retention, () => warn(`tollgate: ${LEDGER_FULL}\n`));

    return { ...opened, description: opened.description + describe(retention, typed) };
  } catch (error) {
    throw error instanceof LedgerError ? new UsageError(`--ledger: ${error.message}`) : error;
  }
}

function readPlace(text: string): LedgerPlace {
  if (text === 'memory') return { kind: 'memory' };
  // sqlite://transactions.db would be a file in the root folder.
  if (/^sqlite:(?!\/\/[^/])./.test(text)) return { kind: 'sqlite', file: text.slice('sqlite:'.length) };
  if (/^rediss?:\/\//.test(text)) return { kind: 'redis', url: text };
  // Another kind of address may contain a password.
  const shown = /[@?]/.test(text) ? 'something else, not shown since it may hold a password' : text;
  throw new UsageError(
    `--ledger: expected memory, sqlite:FILE, redis://HOST:PORT or rediss://HOST:PORT, got ${shown}`,
  );
}

const MOST_KEPT = 1_000_000_000;

/** In milliseconds: ten years. */
const LONGEST_KEPT = 3_650 * 86_400_000;

/** @throws UsageError where it is neither a number such as `10000` nor a time such as `24h` */
function readRetention(text: string): Retention {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_KEPT) return { kind: 'count', count };
  const milliseconds = readDuration(text) ?? 0;
  if (milliseconds >= 1 && milliseconds <= LONGEST_KEPT) return { kind: 'time', milliseconds };
  throw new UsageError(
    `--retain: expected a number of transactions from 1 to ${MOST_KEPT}, or a time such as 90s, 15m, 24h or 7d, got ${text}`,
  );
}

async function open(
  place: LedgerPlace,
  retention: Retention | undefined,
  onFull: () => void,
): Promise<OpenLedger> {
  switch (place.kind) {
    case 'memory':
      return {
        ledger: createMemoryLedger({ retain: countOf(retention, 'memory'), onFull }),
        description: 'memory, empty at every start',
      };
    case 'sqlite': {
      const retain = countOf(retention, 'sqlite:FILE');
      const { openSqliteLedger } = await import('../src/ledger/sqlite.ts');

      return {
        ledger: openSqliteLedger(place.file, { retain }),
        description: `sqlite:${place.file}, kept between starts`,
      };
    }
    case 'redis': {
      const retain = timeOf(retention);
      const { openRedisLedger } = await import('../src/ledger/redis.ts');
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

/** @throws UsageError where a number was given: mocks that share a ledger would have to agree on the oldest transaction */
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
