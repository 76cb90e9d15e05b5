/** The prices that the engine is measured with, each also as a line of binary floats, and the sales to price. */
import { createFeeEngine, type FeeEngine, parseMerchants, type QuoteRequest } from '../src/engine/index.ts';

const TABLE_ROWS = 5_000;
const SALES = 1_024;

export interface Pricing {
  readonly name: string;
  readonly engine: FeeEngine;
  readonly sales: readonly QuoteRequest[];
  /** The same formula as one would write it in a hurry; now and then a cent off. */
  readonly inFloats: (sale: QuoteRequest) => number;
}

export function percentPlusFixed(): Pricing {
  return {
    name: 'percent-plus-fixed',
    engine: engineOf('{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }'),
    sales: sales(),
    inFloats: ({ amount }) => Math.round((amount * 0.029 + 0.3) * 100) / 100,
  };
}

/** What whole numbers cannot hold goes by decimal.js. */
export function finerThanCents(): Pricing {
  return {
    ...percentPlusFixed(),
    name: 'percent-plus-fixed, parts of a cent',
    sales: sales().map((sale) => ({ ...sale, amount: sale.amount + 0.001 })),
  };
}

/** Every card and region is looked at by the rules that are shipped. */
export function withRules(): Pricing {
  const inFloats = percentPlusFixed().inFloats;
  return {
    name: 'percent-plus-fixed, illustrative rules',
    engine: engineOf(
      '{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }',
      'eligibility: { rules: illustrative }',
    ),
    sales: sales(),
    inFloats: (sale) =>
      sale.nicn < '5'
        ? Math.min(inFloats(sale), Math.round(sale.amount * 3) / 100)
        : Math.min(inFloats(sale), Math.round(sale.amount * 4) / 100),
  };
}

export function interchangePlus(): Pricing {
  const shares = new Map(
    Array.from({ length: TABLE_ROWS }, (_, at) => [prefixOf(at), Number(percentOf(at)) / 100]),
  );

  return {
    name: `interchange-plus, ${TABLE_ROWS} rows`,
    engine: engineOf(interchangeText()),
    sales: sales(),
    inFloats: ({ amount, nicn }) =>
      Math.round(Math.min(amount * (shares.get(nicn.slice(0, 6))! + 0.0058) + 0.2, amount * 0.04) * 100) /
      100,
  };
}

/** As different as they come: cards with 6 and 8 digits, small and large amounts, regions in every form. */
function sales(): readonly QuoteRequest[] {
  const regions = ['85004', 'AZ', 'US-AZ', '85004-1234'];

  return Array.from({ length: SALES }, (_, at) => ({
    amount: (((at * 7_919) % 100_000) + 1) / 100,
    nicn: prefixOf((at * 37) % TABLE_ROWS) + (at % 2 === 0 ? '' : '42'),
    region: regions[at % regions.length]!,
  }));
}

function engineOf(pricing: string, ...others: readonly string[]): FeeEngine {
  const processors = `processors: [{ mid: "700100", name: alpha, pricing: ${pricing} }]`;
  const text = `merchants: { shop: { ${[processors, ...others].join(', ')} } }`;
  const [shop] = parseMerchants(text, 'bench');

  return createFeeEngine(shop!);
}

function interchangeText(): string {
  const rows = Array.from(
    { length: TABLE_ROWS },
    (_, at) => `{ prefix: "${prefixOf(at)}", percent: "${percentOf(at)}", fixed: "0.10" }`,
  );

  return `{ model: interchange-plus,
    interchange: { default: { percent: "1.90", fixed: "0.10" }, rows: [${rows.join(', ')}] },
    network: { percent: "0.13", fixed: "0.02" }, markup: { percent: "0.25", fixed: "0.08" },
    service: { percent: "0.20" }, cap: { percent: "4" } }`;
}

/** Six digits, from 400000 to 554969: Visa and Mastercard, and some that are neither. */
function prefixOf(row: number): string {
  return String(400_000 + row * 31);
}

function percentOf(row: number): string {
  return (1 + (row % 150) / 100).toFixed(2);
}
