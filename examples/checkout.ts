/** The little client of a shop: asks the fee, asks again when the cart changes, and attaches the sale. */

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

export function createCheckout(url: string, token: string): Checkout {
  const post = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Requested-With': 'xhr',
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    });
    const fields = (await answer.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
    const { message = 'ok' } = fields;
    if (answer.ok && message === 'ok') return fields;
    throw new RefusedError(answer.status, String(message));
  };

  return {
    async fee({ order, amount, nicn, zip }) {
      const { transactionFee } = await post('/v1/ch', { amount, nicn, region: zip, mTxId: order });

      return Number(transactionFee);
    },
    async sold(order, authCode) {
      await post('/v1/ch/sale', { mTxId: order, authCode });
    },
  };
}
