/** The fee engine: combines processor, region, card, surcharge rules and price into a quote. */
import { cardOf } from './cards/card.ts';
import type { Day } from './day.ts';
import { type Assessment, type Assessor, assessorOf } from './eligibility/eligibility.ts';
import type { Charge, Limit } from './fee/exact-fee.ts';
import type { Merchant, Processor } from './merchants/merchant.ts';
import { NO_TERMS } from './pricing/terms.ts';
import { Quoted } from './quoted.ts';
import { type RegionPolicy, recogniseRegion, unparsedRegion } from './regions/recognise-region.ts';
import type { Region } from './regions/regions.ts';
import { UNITED_STATES } from './regions/regions.ts';
import {
  amountReasons,
  found,
  type Lookup,
  type QuoteRequest,
  type Reason,
  type Refused,
  refused,
} from './request.ts';
import type { PricedSale } from './sale.ts';

const NO_DATA: readonly string[] = [];

export type Quote = Quoted | Refused;

export interface FeeEngine {
  /**
   * Prices one transaction (document 4.1): `quoted` with the fee in US dollars and its calculation, or `refused` with
   * every reason. If rules prohibit a fee, the fee is 0 and `obstacles` gives the reasons.
   *
   * Pure: reads no clock or file, returns equal quotes for equal requests, never throws.
   *
   * @param asOf the day of the sale, which selects the surcharge rules in force; by default, all rules without an end
   *   date apply.
   */
  readonly quote: (request: QuoteRequest, asOf?: Day) => Quote;
}

/** Creates the fee engine of one merchant (document 1). */
export function createFeeEngine(merchant: Merchant): FeeEngine {
  const findProcessor = processorFinder(merchant);
  const { kindOf, eligibility, multiPay, rounding, regions } = merchant;
  // Nearly all calls are of one day: to select its rules for each would take a twentieth of a call of the mock.
  let last = { asOf: undefined as Day | undefined, assessor: assessorOf(eligibility, undefined) };

  return {
    quote(request, asOf) {
      const processor = findProcessor(request.processor);
      if (last.asOf !== asOf) last = { asOf, assessor: assessorOf(eligibility, asOf) };
      const { assessor } = last;
      const region = findRegion(request, regions, assessor);
      const amounts = amountReasons(request);

      if (processor.kind === 'refused' || region.kind === 'refused' || amounts.length > 0) {
        const lookups = [processor, region].filter((finding) => finding.kind === 'refused');
        return { kind: 'refused', reasons: [...amounts, ...lookups.map(({ reason }) => reason)] };
      }

      const sale: PricedSale = {
        amount: request.amount,
        // A part that equals the total to the cent is the whole.
        total: Math.max(request.amount, request.totalAmount ?? request.amount),
        card: cardOf(request.nicn, kindOf),
        country: request.country ?? UNITED_STATES,
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
          terms === 'free' ? withUnlistedCard(assessment, sale) : assessment,
        );
      }

      const limits = limitsOf(processor.value, assessment);
      return new Quoted({ sale, terms, limits, rounding }, processor.value, assessment);
    },
  };
}

/** Accepts any region in a country where fees are prohibited. */
function findRegion(
  { region, country = UNITED_STATES }: QuoteRequest,
  policy: RegionPolicy,
  { prohibitsFees }: Assessor,
): Lookup<Region> {
  const finding = recogniseRegion(region, country, policy);
  if (finding.kind === 'found' || finding.reason.code !== 'unknown-region') return finding;
  const unparsed = unparsedRegion(region, country);

  return prohibitsFees(country) ? found(unparsed) : finding;
}

/** The caps of the price, then the limits of the rules. */
function limitsOf({ caps }: Processor, { limits }: Assessment): readonly Limit[] {
  if (caps.length === 0) return limits;

  return limits.length === 0 ? caps : [...caps, ...limits];
}

function unlistedCard({ card }: PricedSale): Reason {
  return {
    code: 'unlisted-card',
    field: 'nicn',
    expected: 'the first digits of a card that the price has a row for',
    got: JSON.stringify(card.prefix),
  };
}

function withUnlistedCard(assessment: Assessment, { card }: PricedSale): Assessment {
  const obstacle = `the price has no row for cards that begin with ${card.prefix} (kind: ${card.kind}), and no default`;
  return { ...assessment, obstacles: [...assessment.obstacles, obstacle] };
}

/** Finds a processor by MID or name (document 2.1); the default is the only processor of the merchant. */
function processorFinder({ processors }: Merchant): (midOrName?: string) => Lookup<Processor> {
  const byMidOrName = new Map(
    processors.flatMap((processor) => {
      const finding = found(processor);
      return [[processor.mid, finding] as const, [processor.name, finding] as const];
    }),
  );
  const [only, another] = processors;
  const expected = `the MID or name of a processor: ${processors.map(midAndName).join(', ')}`;
  const byDefault =
    only !== undefined && another === undefined
      ? found(only)
      : refused({ code: 'processor-required', field: 'processor', expected, got: 'nothing' });

  return (midOrName) => {
    if (midOrName === undefined) return byDefault;
    return byMidOrName.get(midOrName) ?? unknown(midOrName, expected);
  };
}

function unknown(midOrName: string, expected: string): Lookup<Processor> {
  return refused({
    code: 'unknown-processor',
    field: 'processor',
    expected,
    got: JSON.stringify(midOrName),
  });
}

function midAndName({ mid, name }: Processor): string {
  return `${mid} or ${name}`;
}
