/** What a fee is compared for: a first call of one of the merchants, or an update of one. */

import type { FeeRequest } from '../../src/contract/types.ts';
import { createFeeEngine, type Merchant } from '../../src/engine/index.ts';
import type { Pricing } from '../deployment/deployment.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Priced } from './turning-points.ts';

export type Priceable = Pick<
  FeeRequest,
  'amount' | 'nicn' | 'region' | 'country' | 'processor' | 'totalAmount'
>;

export interface FeeCase {
  readonly merchant: 'one' | 'several';
  readonly request: Priceable;
  /** US dollars: the transaction is first priced at so much, and then updated. */
  readonly from?: number;
}

export type Words = Pick<
  Vocabulary,
  'baseline' | 'deployment' | 'nicns' | 'regions' | 'plainAmounts' | 'amount'
>;

/** The merchants whose prices and tokens are known. */
export function knownMerchants({ deployment }: Pick<Words, 'deployment'>): readonly Known[] {
  const { pricing, several } = deployment;
  if (pricing === undefined) return [];
  const one: Known = { role: 'one', merchant: pricing.one };

  return several === undefined || pricing.several === undefined
    ? [one]
    : [one, { role: 'several', merchant: pricing.several }];
}

interface Known {
  readonly role: FeeCase['merchant'];
  readonly merchant: Merchant;
}

export function merchantOf(pricing: Pricing, role: FeeCase['merchant']): Merchant | undefined {
  return pricing[role];
}

/** The fee of a request by its amount in cents. The day is of no concern to where its price turns. */
export function pricedBy(merchant: Merchant, request: Priceable): Priced {
  const engine = createFeeEngine(merchant);

  return (cents) => {
    const quote = engine.quote({ ...request, amount: cents / 100 });

    return quote.kind === 'quoted' ? quote : undefined;
  };
}
