/** The checkout of a shop: calculates the fee, updates it when the cart changes, and attaches the sale. */
import { createFeeClient, type FeeResult, type SaleResult } from 'tollgate/client';

export interface Cart {
  /** The shop's number of the order: the `mTxId` of its transaction. */
  readonly order: string;
  /** In US dollars. */
  readonly amount: number;
  /** The first 6 to 8 digits of the card, and never more. */
  readonly nicn: string;
  readonly zip: string;
}

export interface Checkout {
  /** The fee in US dollars. For the same order again, it updates that order's transaction. */
  readonly fee: (cart: Cart) => Promise<number>;
  /** Attaches the sale to the transaction of the order. */
  readonly sold: (order: string, authCode: string) => Promise<void>;
}

/** The service refused the call. The document specifies neither its status nor its body. */
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
      const result = await client.fee({ amount, nicn, region: zip, mTxId: order }, { repeats: 2 });
      if (result.kind === 'fee') return result.transactionFee;
      throw toError(result);
    },
    async sold(order, authCode) {
      const result = await client.sale({ mTxId: order, authCode }, { repeats: 2 });
      if (result.kind !== 'sale') throw toError(result);
    },
  };
}

function toError(result: Exclude<FeeResult | SaleResult, { kind: 'fee' | 'sale' }>): Error {
  switch (result.kind) {
    case 'refused':
    case 'later':
      return new RefusedError(result.status, result.message ?? 'refused without a message');
    case 'unclear':
      return new Error(`the response is neither a success nor a refusal, status ${result.status}`);
    case 'unanswered':
      return new Error('no response; the service may have carried out the call', { cause: result.cause });
  }
}
