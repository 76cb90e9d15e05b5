/** The errors of ledgers, each with a stable code. */

export type LedgerErrorCode =
  /** An option is invalid, such as `retain: 0`. */
  | 'ledger-options'
  /** Opening failed: missing folder, no permission, connection refused, wrong password. */
  | 'ledger-unreachable'
  /** The store holds something other than a ledger of this version. */
  | 'ledger-foreign'
  /** The ledger is corrupt. */
  | 'ledger-damaged'
  /** Another process holds the lock. */
  | 'ledger-locked'
  /** The store is out of space. */
  | 'ledger-full'
  /** The ledger failed after it was opened: a lost connection, a failing disk. */
  | 'ledger-lost'
  | 'ledger-closed';

/** The message names the ledger, what was expected, what was received and how to fix it. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;
  /** The message without the place, for responses that must not reveal it. */
  readonly problem: string;

  /** @param place path or address of the ledger, without a password */
  constructor(code: LedgerErrorCode, place: string, problem: string, options?: ErrorOptions) {
    super(`${place}: ${problem}`, options);
    this.code = code;
    this.problem = problem;
  }
}

export function closedError(place: string): LedgerError {
  return new LedgerError('ledger-closed', place, 'expected an open ledger, got a closed one');
}
