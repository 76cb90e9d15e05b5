/** The ledger of a mock: opens the one that --ledger names, and prints its errors, and other bugs, a line for each kind. */
import type { Awaitable, Ledger } from '../src/ledger/ledger.ts';
import { LedgerError } from '../src/ledger/ledger-error.ts';
import { createMemoryLedger, LEDGER_FULL } from '../src/ledger/memory.ts';
import type { MockOptions } from '../src/mock/index.ts';
import { readDuration } from '../src/text/words.ts';
import { type CommandContext, UsageError } from './command.ts';
import { describeInternalError, safeProblem } from './output.ts';

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

export interface TroubleLog {
  readonly onBug: Exclude<MockOptions['onBug'], undefined>;
  /** Wraps the ledger, to notice when it works again. */
  readonly watch: (ledger: Ledger) => Ledger;
}

/** The shortest time between two lines about the ledger, in milliseconds. */
const PAUSE = 10_000;

/** Different bugs that are printed. */
const MOST_BUGS = 20;

/** @param now the time, in milliseconds */
export function createTroubleLog(
  { warn }: Pick<CommandContext, 'warn'>,
  now: () => number = () => performance.now(),
): TroubleLog {
  const bugs = new Set<string>();
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
    if (trouble === undefined) return;
    const { isLogged, count } = trouble;
    trouble = undefined;
    if (isLogged) warn(`tollgate: the ledger is back; requests answered 503 meanwhile: ${count}\n`);
  };
  const watched = <T>(answer: Awaitable<T>): Awaitable<T> => {
    if (!(answer instanceof Promise)) return answer;

    return answer.then((value) => {
      logRecovery();
      return value;
    });
  };

  return {
    onBug(error, requestId) {
      if (error instanceof LedgerError) return logLedgerError(error, requestId);
      const bug = clean(describeInternalError(error));
      if (bugs.has(bug) || bugs.size === MOST_BUGS) return;
      bugs.add(bug);
      warn(`tollgate: ${bug}; answered 500, request ${requestId}\n`);
    },
    watch(ledger) {
      const { list } = ledger;

      return {
        ...ledger,
        record: (...given) => watched(ledger.record(...given)),
        attach: (...given) => watched(ledger.attach(...given)),
        find: (...given) => watched(ledger.find(...given)),
        clear: (...given) => watched(ledger.clear(...given)),
        ...(list === undefined ? {} : { list: (...given) => watched(list(...given)) }),
      };
    },
  };
}

/** On one line, without secrets. */
function clean(text: string): string {
  return safeProblem(text.replaceAll(/\s+/g, ' '));
}
