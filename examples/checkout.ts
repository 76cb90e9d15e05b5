/** The checkout of a shop: asks the fee, asks again when the cart changes, and attaches the sale. */
import { createFeeClient, type FeeResult, type SaleResult } from 'tollgate/client';

export interface Cart {
  /** The shop's own name of the order, the API's `mTxId`. */
  readonly order: string;
  /** In US dollars. */
  readonly amount: number;
  /** The first 6 to 8 digits of the card, and never more. */
  readonly nicn: string;
  readonly zip: string;
}

export interface Checkout {
  /** What the customer pays on top, in US dollars. Asked again for the same order, it prices that anew. */
  readonly fee: (cart: Cart) => Promise<number>;
  /** Attaches the sale to the transaction of the order. */
  readonly sold: (order: string, authCode: string) => Promise<void>;
}

/** The service refused. The document shows neither statuses nor bodies: only that it was no success is certain. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function createCheckout(baseUrl: string, token: string): Checkout {
  const client = createFeeClient({ baseUrl, token });

  return {
    async fee({ order, amount, nicn, zip }) {
      const result = await client.fee({ amount, nicn, region: zip, mTxId: order });
      if (result.kind === 'fee') return result.transactionFee;
      throw toError(result);
    },
    async sold(order, authCode) {
      const result = await client.sale({ mTxId: order, authCode });
      if (result.kind !== 'sale') throw toError(result);
    },
  };
}

function toError(result: Exclude<FeeResult | SaleResult, { kind: 'fee' | 'sale' }>): Error {
  switch (result.kind) {
    case 'refused':
      return new RefusedError(result.status, result.message ?? 'refused without a message');
    case 'unclear':
      return new Error(`the answer says neither yes nor no, status ${result.status}`);
    case 'unanswered':
      return new Error('no answer came; the call may count all the same', { cause: result.cause });
  }
}
