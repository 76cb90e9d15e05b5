/** The fields of a request that determine the fee, independent of the contract's types. */

/** See document 2.1. Amounts are finite numbers of US dollars. */
export interface QuoteRequest {
  readonly amount: number;
  /** The first 6 to 8 digits of the card. */
  readonly nicn: string;
  /** A zip code, a two-letter state or an ISO state code. */
  readonly region: string;
  /** ISO 3166-1 numeric; default `840`. */
  readonly country?: string | undefined;
  /** A MID or a name; optional for a merchant with one processor. */
  readonly processor?: string | undefined;
  /** Multi-pay: the total in US dollars that `amount` is a part of. */
  readonly totalAmount?: number | undefined;
  /** Opaque texts; the merchant file can define entries that waive the fee. */
  readonly data?: readonly string[] | undefined;
}
