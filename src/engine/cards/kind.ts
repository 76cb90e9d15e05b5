/** What sort of account a card draws on, which decides whether a fee may be asked at all. */

/** `unknown` is what a card of no row of the table is, unless the merchant file says otherwise. */
export const CARD_KINDS = ['credit', 'debit', 'prepaid', 'commercial', 'government', 'unknown'] as const;

export type CardKind = (typeof CARD_KINDS)[number];
