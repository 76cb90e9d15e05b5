/** The ledger of a mock: opens the one that --ledger names, and prints its errors, and other bugs, a line for each kind. */

import { type Awaitable, type Ledger, LedgerError } from '../src/ledger/ledger.ts';
import { createMemoryLedger, LEDGER_FULL } from '../src/ledger/memory.ts';
import type { MockOptions } from '../src/mock/index.ts';
import { readDuration } from '../src/text/words.ts';
import { type CommandContext, UsageError } from './command.ts';
import { describeInternalError, safeProblem, warnOnce } from './output.ts';

interface OpenLedger {
  readonly ledger: Ledger;
  /** For people: its kind and what it keeps, without a password. */
  readonly description: string;
}

interface LedgerValues {
  readonly ledger?: string | undefined;
  readonly retain?: string | undefined;
}

/**
 * The caller closes it. Loads only the code of the ledger that is named.
 *
 * @throws UsageError where the option or the ledger cannot be used
 */
export async function openLedger(
  { ledger: place = 'memory', retain: typed }: LedgerValues,
  { warn }: Pick<CommandContext, 'warn'>,
): Promise<OpenLedger> {
  const retention = typed === undefined ? undefined : readRetention(typed);
  const kept = retention && 'count' in retention ? `; the last ${typed} transactions` : '';
  try {
    if (place === 'memory') {
      const retain = countOf(retention, place);
      const onFull = () => warn(`tollgate: ${LEDGER_FULL}\n`);

      return {
        ledger: createMemoryLedger({ retain, onFull }),
        description: `memory, empty at every start${kept}`,
      };
    }
    // sqlite://transactions.db would be a file in the root folder.
    if (/^sqlite:(?!\/\/[^/])./.test(place)) {
      const retain = countOf(retention, 'sqlite:FILE');
      const { openSqliteLedger } = await import('../src/ledger/sqlite.ts');

      return {
        ledger: openSqliteLedger(place.slice('sqlite:'.length), { retain }),
        description: `${place}, kept between starts${kept}`,
      };
    }
    if (/^rediss?:\/\//.test(place)) {
      const retain = timeOf(retention);
      const { openRedisLedger } = await import('../src/ledger/redis.ts');
      const { ledger, address } = await openRedisLedger(place, { retain });
      const time = retention && `; transactions for ${typed} after their last change`;

      return { ledger, description: `${address}, shared with every mock that uses it${time ?? ''}` };
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

/** The newest transactions by their last change, or those until this time after it. */
type Retention = { readonly count: number } | { readonly milliseconds: number };

const MOST_KEPT = 1_000_000_000;

/** In milliseconds: ten years. */
const LONGEST_KEPT = 3_650 * 86_400_000;

/** @throws UsageError where it is neither a number such as `10000` nor a time such as `24h` */
function readRetention(text: string): Retention {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_KEPT) return { count };
  const milliseconds = readDuration(text) ?? 0;
  if (milliseconds >= 1 && milliseconds <= LONGEST_KEPT) return { milliseconds };
  throw new UsageError(
    `--retain: expected a number of transactions from 1 to ${MOST_KEPT}, or a time such as 90s, 15m, 24h or 7d, got ${text}`,
  );
}

/** @throws UsageError where a time was given */
function countOf(retention: Retention | undefined, ledger: string): number | undefined {
  if (retention === undefined || 'count' in retention) return retention?.count;
  throw new UsageError(
    `--retain: expected a number of transactions beside --ledger ${ledger}, such as 10000, got a time: only redis:// keeps by time`,
  );
}

/** @throws UsageError where a number was given: mocks that share a ledger would have to agree on the oldest transaction */
function timeOf(retention: Retention | undefined): number | undefined {
  if (retention === undefined || 'milliseconds' in retention) return retention?.milliseconds;
  throw new UsageError(
    `--retain: expected a time beside --ledger redis://, such as 24h, got a number: only memory and sqlite keep by number`,
  );
}

interface TroubleLog {
  readonly onBug: Exclude<MockOptions['onBug'], undefined>;
  /** Wraps the ledger, to notice when it works again. */
  readonly watch: (ledger: Ledger) => Ledger;
}

/** The shortest time between two lines about the ledger, in milliseconds. */
const PAUSE = 10_000;

/** @param now the time, in milliseconds */
export function createTroubleLog(
  { warn }: Pick<CommandContext, 'warn'>,
  now: () => number = () => performance.now(),
): TroubleLog {
  const warnOfBug = warnOnce(warn);
  let loggedAt = Number.NEGATIVE_INFINITY;
  let trouble: { readonly code: string; readonly isLogged: boolean; readonly count: number } | undefined;

  const logLedgerError = (error: LedgerError, requestId: string) => {
    const isSame = trouble?.code === error.code && trouble.isLogged;
    const isDue = !isSame && now() - loggedAt >= PAUSE;
    if (isDue) {
      warn(`tollgate: ${error.code}: ${clean(error.message)}; answered 503, request ${requestId}\n`);
      loggedAt = now();
    }
    trouble = { code: error.code, isLogged: isSame || isDue, count: (trouble?.count ?? 0) + 1 };
  };
  const logRecovery = () => {
    if (trouble?.isLogged)
      warn(`tollgate: the ledger is back; requests answered 503 meanwhile: ${trouble.count}\n`);
    trouble = undefined;
  };
  const watched = <Given extends readonly unknown[], T>(call: (...given: Given) => Awaitable<T>) => {
    return (...given: Given): Awaitable<T> => {
      const answer = call(...given);
      if (answer instanceof Promise) void answer.then(logRecovery, () => undefined);

      return answer;
    };
  };

  return {
    onBug(error, requestId) {
      if (error instanceof LedgerError) return logLedgerError(error, requestId);
      const bug = clean(describeInternalError(error));
      warnOfBug(bug, `tollgate: ${bug}; answered 500, request ${requestId}\n`);
    },
    watch: ({ record, attach, find, clear, list, ...ledger }) => ({
      ...ledger,
      ...{ record: watched(record), attach: watched(attach), find: watched(find), clear: watched(clear) },
      ...(list === undefined ? {} : { list: watched(list) }),
    }),
  };
}

/** On one line, without secrets. */
function clean(text: string): string {
  return safeProblem(text.replaceAll(/\s+/g, ' '));
}
