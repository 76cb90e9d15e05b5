/** What can go wrong with a ledger, each with a code that stays. */

export type LedgerErrorCode =
  /** It was asked to be what no ledger can be, such as one that keeps nothing. */
  | 'ledger-options'
  /** The place cannot be opened or reached at the start: no such folder, no right, nobody listens, wrong password. */
  | 'ledger-unreachable'
  /** Something is there that is no ledger of this version. */
  | 'ledger-foreign'
  /** It was a ledger once, and is damaged. */
  | 'ledger-damaged'
  /** Another process has it to itself. */
  | 'ledger-locked'
  /** No room for another transaction. */
  | 'ledger-full'
  /** It worked before and does not now: a lost connection, a failing disk. */
  | 'ledger-lost'
  | 'ledger-closed';

/** The message says which ledger, what was expected, what came and what to do. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;
  /** The message without the place, for those whom the place is no business of. */
  readonly problem: string;

  /** @param place the ledger as its owner knows it, but never with a password */
  constructor(code: LedgerErrorCode, place: string, problem: string, options?: ErrorOptions) {
    super(`${place}: ${problem}`, options);
    this.code = code;
    this.problem = problem;
  }
}

export function closedError(place: string): LedgerError {
  return new LedgerError('ledger-closed', place, 'expected an open ledger, got one that was closed');
}
