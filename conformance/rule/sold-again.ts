/** What a client does with a transaction after its sale: prices it anew, for the same card or for another one. */
import { contentOf, digitsOfNicn, readCall } from '../../src/exchange/call.ts';
import type { ClientEvent, ClientHistory, ClientTransaction } from './client-history.ts';

/** A shorter nicn, or one that a recorder has masked, names no card. */
const NAMES_A_CARD = /^\d{6,}$/;

/** Whether the judged fee call is for the card of the transaction; undefined if either has none. */
export function isForItsCard({ call }: ClientHistory, { card = '' }: ClientTransaction): boolean | undefined {
  if (call.fields['nicn'] === undefined) return true;
  const other = digitsOfNicn(call.fields);
  if (!NAMES_A_CARD.test(card) || !NAMES_A_CARD.test(other)) return undefined;

  return card.startsWith(other) || other.startsWith(card);
}

/** Whether this fee call repeats the one before the sale because the answer to the sale was lost. */
export function isRepeatOfLost(
  { exchangesOf }: ClientHistory,
  { sale, pricedBy }: ClientTransaction,
  content: string | undefined,
): boolean {
  if (sale === undefined || sale.outcome === 'accepted') return false;
  const before = contentAt(exchangesOf, pricedBy);

  return before === undefined || content === undefined || before === content;
}

/** Whether a fee call came after the sale of the transaction, other than a repeat after a lost answer. */
export function isPricedAfterSale(history: ClientHistory, transaction: ClientTransaction): boolean {
  const { feeAfterSale } = transaction;

  return (
    feeAfterSale !== undefined &&
    !isRepeatOfLost(history, transaction, contentAt(history.exchangesOf, feeAfterSale))
  );
}

function contentAt(
  exchangesOf: ClientHistory['exchangesOf'],
  event: ClientEvent | undefined,
): string | undefined {
  const [exchange] = event === undefined ? [] : exchangesOf(event);
  const call = exchange && readCall(exchange);

  return call && contentOf(call);
}
