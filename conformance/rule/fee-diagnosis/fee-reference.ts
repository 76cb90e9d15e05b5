/** Compares fees with those that the prices of a deployment file give. */

import { createFeeEngine, type Merchant, type QuoteRequest } from '../../../src/engine/index.ts';
import { type Deployment, NICN_LENGTHS } from '../../deployment/deployment.ts';
import { clock } from '../clock.ts';
import type { MerchantRole } from '../exchange.ts';
import { expectedFee } from './expected-fee.ts';
import { type ExplainedSoFar, explainDifference, noteRightFee } from './explain-difference.ts';

export interface FeeReference {
  /**
   * Compares a fee in US dollars. Undefined where the file has no price for the request.
   *
   * @param amountBefore that of the transaction before it was updated, in US dollars
   */
  readonly compare: (
    role: MerchantRole,
    request: QuoteRequest,
    got: number,
    amountBefore?: number,
  ) => FeeComparison | undefined;
  /** Whether the file says that the merchant charges fees in this country. */
  readonly charges: (role: MerchantRole, country: string) => boolean;
}

interface FeeComparison {
  readonly isEqual: boolean;
  /** US dollars. */
  readonly expected: number;
  /** What fee that is. */
  readonly what: string;
  /** What may explain another fee. */
  readonly explain: () => string;
}

/** Undefined where the deployment file names no prices. */
export function createFeeReference(
  deployment: Pick<Deployment, 'pricing' | 'several' | 'cards' | 'regions'>,
): FeeReference | undefined {
  const { pricing, cards, regions } = deployment;
  if (pricing === undefined) return undefined;
  const merchants = pricedMerchants({ deployment }).map(({ role, merchant }) => {
    return { role, merchant, engine: createFeeEngine(merchant) };
  });
  const others = {
    nicns: cards.flatMap((card) => NICN_LENGTHS.map((length) => card.slice(0, length))),
    regions: Object.values(regions).flat(),
    merchants: merchants.map(({ merchant }) => merchant),
  };

  const soFar: ExplainedSoFar = new Map();

  return {
    charges: (role, country) => {
      const { countries } = merchants.find((one) => one.role === role)?.merchant.eligibility ?? {};

      return country === '840' || countries?.includes(country) === true;
    },
    compare(role, request, got, amountBefore) {
      const known = merchants.find((one) => one.role === role);
      if (known === undefined) return undefined;
      const { merchant, engine } = known;
      const fee = expectedFee(merchant, request, clock().date(), engine);
      if (fee.kind === 'unpriced') return undefined;
      const [quoted] = fee.quotes;
      const isEqual = fee.quotes.some(({ transactionFee }) => transactionFee === got);
      if (isEqual) noteRightFee({ quoted }, soFar);

      return {
        isEqual,
        expected: quoted.transactionFee,
        what: `by ${pricing.path}, merchant ${merchant.name}, processor ${quoted.processor.name}, the fee`,
        explain: () =>
          explainDifference({ merchant, request, quoted, got, others: { ...others, amountBefore } }, soFar),
      };
    },
  };
}

interface PricedMerchant {
  readonly role: MerchantRole;
  readonly merchant: Merchant;
}

/** The merchants with known prices and tokens. */
export function pricedMerchants({
  deployment: { pricing, several },
}: {
  readonly deployment: Pick<Deployment, 'pricing' | 'several'>;
}): readonly PricedMerchant[] {
  if (pricing === undefined) return [];
  const one: PricedMerchant = { role: 'one', merchant: pricing.one };

  return several === undefined || pricing.several === undefined
    ? [one]
    : [one, { role: 'several', merchant: pricing.several }];
}
