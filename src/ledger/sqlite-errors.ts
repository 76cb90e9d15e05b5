/** Converts SQLite result codes to ledger errors. */
import { LedgerError, type LedgerErrorCode } from './ledger-error.ts';

const MEANINGS: Readonly<Record<number, readonly [code: LedgerErrorCode, problem: string]>> = {
  3: ['ledger-unreachable', 'expected a writable file, got one without write permission'],
  5: [
    'ledger-locked',
    'expected a free file, got one that another process has locked: stop that process, or wait',
  ],
  6: [
    'ledger-locked',
    'expected a free file, got one that another process has locked: stop that process, or wait',
  ],
  8: ['ledger-unreachable', 'expected a writable file, got a read-only one'],
  11: [
    'ledger-damaged',
    'expected an intact database, got a damaged one: restore it, or choose another file',
  ],
  13: ['ledger-full', 'expected space for a transaction, got a full disk: free some space'],
  14: [
    'ledger-unreachable',
    'expected a file that can be opened or created, got none: check that its folder exists and is writable',
  ],
  26: ['ledger-foreign', 'expected a ledger or no file, got a file in another format: choose another file'],
};

/** Returns other errors unchanged. */
export function toLedgerError(cause: unknown, place: string): unknown {
  if (!(cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number')) return cause;
  // The low byte is the primary result code.
  const [code, problem] = MEANINGS[cause.errcode & 0xff] ?? [
    'ledger-lost',
    `expected to read and write, got an SQLite error: ${cause.message} (${cause.errcode})`,
  ];

  return new LedgerError(code, place, problem, { cause });
}
