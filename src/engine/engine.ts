/** From a merchant to its fees: the one place where processor, region, card, rules and price meet. */
import { amountReasons } from './amounts.ts';
import { cardOf } from './cards/card.ts';
import type { Day } from './day.ts';
import { type Assessment, type Assessor, assessors } from './eligibility/eligibility.ts';
import type { Charge } from './fee/charge.ts';
import type { Limit } from './fee/limit.ts';
import { processorFinder } from './find-processor.ts';
import type { Merchant, Processor } from './merchants/merchant.ts';
import { NO_TERMS } from './pricing/terms.ts';
import { Quoted } from './quoted.ts';
import { type Finding, found, type Reason, type Refused } from './refused.ts';
import { type RegionPolicy, recogniseRegion, regionUnread } from './regions/recognise-region.ts';
import type { Region } from './regions/region.ts';
import type { QuoteRequest } from './request.ts';
import type { Sale } from './sale.ts';

const NO_DATA: readonly string[] = [];

export type Quote = Quoted | Refused;

export interface FeeEngine {
  /**
   * Prices one transaction (document 4.1): `quoted` with the fee in US dollars and how it came about, or `refused`
   * with every reason. A sale for which no fee may be asked is quoted a fee of 0, with the obstacles.
   *
   * Pure: no clock and no file is read, and equal requests have equal quotes. Throws nothing.
   *
   * @param asOf the day of the sale, for rules about surcharges that begin or end on a day; without one every rule
   *   counts that has no end.
   */
  readonly quote: (request: QuoteRequest, asOf?: Day) => Quote;
}

/** The fees of one merchant, as its processors price them (document 1). Nothing can fail once it is made. */
export function createFeeEngine(merchant: Merchant): FeeEngine {
  const findProcessor = processorFinder(merchant);
  const assessorOn = assessors(merchant.eligibility);
  const { kindOf, multiPay, rounding, regions } = merchant;

  return {
    quote(request, asOf) {
      const processor = findProcessor(request.processor);
      const assessor = assessorOn(asOf);
      const region = findRegion(request, regions, assessor);
      const amounts = amountReasons(request);

      if (processor.kind === 'refused' || region.kind === 'refused' || amounts.length > 0) {
        const lookups = [processor, region].filter((finding) => finding.kind === 'refused');
        return { kind: 'refused', reasons: [...amounts, ...lookups.map(({ reason }) => reason)] };
      }

      const sale: Sale = {
        amount: request.amount,
        // A part that equals the total to the cent is all of it.
        total: Math.max(request.amount, request.totalAmount ?? request.amount),
        card: cardOf(request.nicn, kindOf),
        region: region.value,
        multiPay,
        data: request.data ?? NO_DATA,
        asOf,
      };
      const assessment = assessor.assess(sale);
      const terms = processor.value.price(sale);
      const isChargeable = assessment.obstacles.length === 0;
      if (terms === 'refuse' && isChargeable) return { kind: 'refused', reasons: [unlistedCard(sale)] };
      if (typeof terms === 'string' || !isChargeable) {
        const free: Charge = { sale, terms: NO_TERMS, limits: [], rounding };
        return new Quoted(
          free,
          processor.value,
          terms === 'free' ? withoutRow(assessment, sale) : assessment,
        );
      }

      const limits = limitsOf(processor.value, assessment);
      return new Quoted({ sale, terms, limits, rounding }, processor.value, assessment);
    },
  };
}

/** Country first: where no fee may be asked in it, the region need not be known. */
function findRegion(
  { region, country }: QuoteRequest,
  policy: RegionPolicy,
  { isClosed }: Assessor,
): Finding<Region> {
  const finding = recogniseRegion(region, country, policy);
  if (finding.kind === 'found' || finding.reason.code !== 'unknown-region') return finding;
  const unread = regionUnread(region, country);

  return isClosed(unread.country) ? found(unread) : finding;
}

/** The price's own caps, then what the rules allow. */
function limitsOf({ caps }: Processor, { limits }: Assessment): readonly Limit[] {
  return limits.length === 0 ? caps : [...caps, ...limits];
}

function unlistedCard({ card }: Sale): Reason {
  return {
    code: 'unlisted-card',
    field: 'nicn',
    expected: 'the first digits of a card that the price has a row for',
    got: JSON.stringify(card.prefix),
  };
}

function withoutRow(assessment: Assessment, { card }: Sale): Assessment {
  const obstacle = `the price has no row for cards that begin with ${card.prefix} (kind: ${card.kind}), and no default`;
  return { ...assessment, obstacles: [...assessment.obstacles, obstacle] };
}
