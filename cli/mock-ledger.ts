/** The ledger of a mock: opens the one that --ledger names, and prints its errors, and other bugs, each once. */

import { type Ledger, LedgerError } from '../src/ledger/ledger.ts';
import { createMemoryLedger, LEDGER_FULL } from '../src/ledger/memory.ts';
import type { MockOptions } from '../src/mock/index.ts';
import { readDuration } from '../src/text/words.ts';
import { type CommandContext, UsageError, type Values } from './command.ts';
import type * as declared from './commands/mock-commands.ts';
import { describeInternalError, safeProblem, warnOnce } from './output.ts';

type Warn = CommandContext['warn'];

interface OpenLedger {
  readonly ledger: Ledger;
  /** For people: its kind and what it keeps, without a password. */
  readonly description: string;
}

/**
 * The caller closes it. Loads only the code of the ledger that is named.
 *
 * @throws UsageError where the option or the ledger cannot be used
 */
export async function openLedger(
  { ledger: place = 'memory', retain }: Partial<Pick<Values<typeof declared.mock>, 'ledger' | 'retain'>>,
  warn: Warn,
): Promise<OpenLedger> {
  const isShared = /^rediss?:\/\//.test(place);
  const kept = retain === undefined ? {} : { retain: isShared ? readTime(retain) : readCount(retain) };
  const bound = retain === undefined ? '' : `; the last ${retain} transactions`;
  try {
    if (isShared) {
      const { openRedisLedger } = await import('../src/ledger/redis.ts');
      const { ledger, address } = await openRedisLedger(place, kept);
      const time = retain === undefined ? '' : `; transactions for ${retain} after their last change`;

      return { ledger, description: `${address}, shared with every mock that uses it${time}` };
    }
    if (place === 'memory') {
      const ledger = createMemoryLedger({ ...kept, onFull: () => warn(`tollgate: ${LEDGER_FULL}\n`) });

      return { ledger, description: `memory, empty at every start${bound}` };
    }
    // sqlite://transactions.db would be a file in the root folder.
    if (/^sqlite:(?!\/\/[^/])./.test(place)) {
      const { openSqliteLedger } = await import('../src/ledger/sqlite.ts');
      const ledger = openSqliteLedger(place.slice('sqlite:'.length), kept);

      return { ledger, description: `${place}, kept between starts${bound}` };
    }
  } catch (error) {
    throw error instanceof LedgerError ? new UsageError(`--ledger: ${error.message}`) : error;
  }
  // Another kind of address may contain a password.
  const shown = /[@?]/.test(place) ? 'something else, not shown since it may hold a password' : place;
  throw new UsageError(
    `--ledger: expected memory, sqlite:FILE, redis://HOST:PORT or rediss://HOST:PORT, got ${shown}`,
  );
}

const MOST_KEPT = 1_000_000_000;

/** @throws UsageError */
function readCount(typed: string): number {
  const count = /^\d+$/.test(typed) ? Number(typed) : 0;
  if (count >= 1 && count <= MOST_KEPT) return count;
  throw new UsageError(
    `--retain: expected a number of transactions from 1 to ${MOST_KEPT}, or beside --ledger redis:// a time such as 24h, got ${typed}`,
  );
}

/** In milliseconds: ten years. */
const LONGEST_KEPT = 3_650 * 86_400_000;

/** Mocks that share a ledger would have to agree on the oldest of a number. @throws UsageError */
function readTime(typed: string): number {
  const milliseconds = readDuration(typed) ?? 0;
  if (milliseconds >= 1 && milliseconds <= LONGEST_KEPT) return milliseconds;
  throw new UsageError(
    `--retain: expected a time beside --ledger redis://, such as 90s, 15m, 24h or 7d, got ${typed}`,
  );
}

/** Prints each error of the ledger, and each other bug, once, without secrets. */
export function createTroubleLog(warn: Warn): NonNullable<MockOptions['onBug']> {
  const warnNew = warnOnce(warn);

  return (error, requestId) => {
    const [what, status] =
      error instanceof LedgerError
        ? [`${error.code}: ${error.message}`, 503]
        : [describeInternalError(error), 500];
    const line = safeProblem(what.replaceAll(/\s+/g, ' '));
    warnNew(line, `tollgate: ${line}; answered ${status}, request ${requestId}\n`);
  };
}
