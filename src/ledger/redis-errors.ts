/** Converts errors of the Redis client to ledger errors. */
import { LedgerError, type LedgerErrorCode } from './ledger-error.ts';

/** For calls after the connection was made. Error replies of the server contain no password. */
export function toLostError(cause: unknown, place: string): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const [code, reason] = meaningOf(cause);

  return new LedgerError(code, place, `expected a response from Redis, got ${reason}`, { cause });
}

/** For the first connection. */
export function toUnreachableError(cause: unknown, place: string): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const [, reason] = meaningOf(cause);
  const advice = /NOAUTH|WRONGPASS|NOPERM/.test(reason)
    ? 'give a user and password that may run scripts'
    : 'is it running, and is the address right?';

  return new LedgerError(
    'ledger-unreachable',
    place,
    `expected a Redis or Valkey server, got ${reason}: ${advice}`,
    { cause },
  );
}

function meaningOf(cause: unknown): readonly [code: LedgerErrorCode, reason: string] {
  if (!(cause instanceof Error)) return ['ledger-lost', String(cause)];
  const { message } = cause;
  if (/\bOOM\b/.test(message))
    return ['ledger-full', 'OOM: its memory is full, make room or raise maxmemory'];
  if (message.startsWith('WRONGTYPE')) return ['ledger-foreign', 'keys of another program under tollgate:'];
  // An AggregateError has one error for each address of the host; the first one is representative.
  const first = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;

  return ['ledger-lost', first.message || first.name];
}
