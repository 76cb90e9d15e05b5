/** What SQLite's result codes mean for the owner of a ledger. */
import { LedgerError, type LedgerErrorCode } from './ledger-error.ts';

const MEANINGS: Readonly<Record<number, readonly [code: LedgerErrorCode, problem: string]>> = {
  3: ['ledger-unreachable', 'expected a file that may be written, got one without the right to'],
  5: ['ledger-locked', 'expected a free file, got one that another process has locked: end it, or wait'],
  6: ['ledger-locked', 'expected a free file, got one that another process has locked: end it, or wait'],
  8: ['ledger-unreachable', 'expected a file that may be written, got one that may only be read'],
  11: ['ledger-damaged', 'expected a sound database, got a damaged one: restore it, or choose another file'],
  13: ['ledger-full', 'expected room for a transaction, got a disk that is full: make room on it'],
  14: [
    'ledger-unreachable',
    'expected a file that can be opened or made, got none: is its folder there, and may you write in it?',
  ],
  26: ['ledger-foreign', 'expected a ledger or no file, got a file that is no database: choose another file'],
};

/** What is no error of SQLite is a bug, or known already, and stays as it is. */
export function toLedgerError(cause: unknown, place: string): unknown {
  if (!(cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number')) return cause;
  // The low byte is the primary code, the rest says more of it.
  const [code, problem] = MEANINGS[cause.errcode & 0xff] ?? [
    'ledger-lost',
    `expected to read and write, got an error of SQLite: ${cause.message} (${cause.errcode})`,
  ];

  return new LedgerError(code, place, problem, { cause });
}
