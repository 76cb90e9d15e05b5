/** What a suspect is: one mistake that would make another fee of the same prices. */
import type { Day, FeeEngine, Merchant, Quoted, QuoteRequest } from '../../../src/engine/index.ts';

/** A fee that is not the one of the prices, and all that may tell why. */
export interface Mystery {
  readonly merchant: Merchant;
  readonly engine: FeeEngine;
  readonly request: QuoteRequest;
  readonly day: Day | undefined;
  readonly quoted: Quoted;
  /** First digits of other cards, other regions, other merchants: what may have been mixed up with this request. */
  readonly others: Others;
}

interface Others {
  readonly nicns: readonly string[];
  readonly regions: readonly string[];
  readonly merchants: readonly Merchant[];
  /** In US dollars: what the transaction was priced at before it was updated. */
  readonly amountBefore?: number | undefined;
}

/** In US dollars; the text ends the sentence "which would be right …". */
export interface Suspicion {
  readonly fee: number;
  readonly text: string;
}

/** The fees that this kind of mistake would make, the likelier first. */
export type Suspect = (mystery: Mystery) => Iterable<Suspicion>;

/** The fee of another request at the same prices; nothing where they have none for it. */
export function* feeOfRequest(
  { engine, request, day }: Mystery,
  change: Partial<QuoteRequest>,
  text: string,
): Generator<Suspicion> {
  const quote = engine.quote({ ...request, ...change }, day);
  if (quote.kind === 'quoted') yield { fee: quote.transactionFee, text };
}
