/** What a program may say about how much is kept: nothing, or a whole number that something is kept by. */
import { LedgerError } from './ledger-error.ts';

/**
 * @param place the ledger, for the message
 * @param unit what is counted, such as `transactions`
 * @throws LedgerError `ledger-options`
 */
export function expectRetain(retain: number | undefined, place: string, unit: string): void {
  if (retain === undefined || (Number.isSafeInteger(retain) && retain >= 1)) return;
  const problem = `retain: expected a whole number of ${unit}, at least 1, got ${String(retain)}`;
  throw new LedgerError('ledger-options', place, problem);
}
