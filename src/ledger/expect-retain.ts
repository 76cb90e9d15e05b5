/** Validates the `retain` option: unset, or a whole number of at least 1. */
import { LedgerError } from './ledger-error.ts';

/**
 * @param place path or address of the ledger, for the message
 * @param unit such as `transactions`
 * @throws LedgerError `ledger-options`
 */
export function expectRetain(retain: number | undefined, place: string, unit: string): void {
  if (retain === undefined || (Number.isSafeInteger(retain) && retain >= 1)) return;
  const problem = `retain: expected a whole number of ${unit}, at least 1, got ${String(retain)}`;
  throw new LedgerError('ledger-options', place, problem);
}
