/** What a fee depends on in a request. The engine's own shape, so that it leans on no other part. */

/** The fields of a fee request that make the fee (document 2.1). Amounts are finite numbers of US dollars. */
export interface QuoteRequest {
  readonly amount: number;
  /** The first 6 to 8 digits of the card. */
  readonly nicn: string;
  /** A zip code, a two-letter state or an ISO state code. */
  readonly region: string;
  /** ISO 3166-1 numeric; `840` when left out. */
  readonly country?: string | undefined;
  /** A MID or a name; may be left out where the merchant has one processor. */
  readonly processor?: string | undefined;
  /** Multi-pay: the whole, in US dollars, of which `amount` is a part. */
  readonly totalAmount?: number | undefined;
  /** Opaque texts, of which an entry may waive the fee where the merchant file says so. */
  readonly data?: readonly string[] | undefined;
}
