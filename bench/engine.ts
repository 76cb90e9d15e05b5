/** How many fees the engine quotes, beside a call that does nothing and beside the same formula in binary floats. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { QuoteRequest } from '../src/engine/index.ts';
import type { Benchmark } from './benchmark.ts';
import { median, ratio, show, showRatio } from './figures.ts';
import { finerThanCents, interchangePlus, type Pricing, percentPlusFixed, withRules } from './pricings.ts';
import type { Table } from './table.ts';

const ROUNDS = 5;

/** In milliseconds; the first round warms up and does not count. */
const ROUND = 300;

interface Subject {
  readonly call: (sale: QuoteRequest) => number;
  readonly sales: readonly QuoteRequest[];
}

/** Calls per second. */
export interface Speeds {
  readonly pricing: string;
  readonly exact: number;
  readonly inFloats: number;
}

export const engine: Benchmark = {
  name: 'engine',
  runs: 'always',

  async run({ progress }) {
    const pricings = [percentPlusFixed(), withRules(), finerThanCents(), interchangePlus()];
    for (const pricing of pricings) expectSameFees(pricing);
    const subjects: readonly Subject[] = [
      { call: ({ amount }) => amount, sales: percentPlusFixed().sales },
      ...pricings.flatMap((pricing): Subject[] => [
        { call: pricing.inFloats, sales: pricing.sales },
        { call: (sale) => feeOf(pricing, sale), sales: pricing.sales },
      ]),
    ];
    const speeds = subjects.map((): number[] => []);

    for (let round = 0; round <= ROUNDS; round++) {
      progress(`engine: round ${round} of ${ROUNDS}`);
      for (const [at, subject] of subjects.entries()) {
        const speed = callsPerSecond(subject, ROUND);
        if (round > 0) speeds[at]?.push(speed);
        await breathe();
      }
    }

    const [trivial = 0, ...others] = speeds.map(median);
    return engineTable(
      trivial,
      pricings.map(({ name }, at) => ({
        pricing: name,
        inFloats: others[at * 2] ?? 0,
        exact: others[at * 2 + 1] ?? 0,
      })),
    );
  },
};

/** @throws where the engine refuses the sale */
function feeOf({ name, engine }: Pricing, sale: QuoteRequest): number {
  const quote = engine.quote(sale);
  if (quote.kind === 'quoted') return quote.transactionFee;
  throw new Error(`${name}: expected a fee, got ${JSON.stringify(quote.reasons)}`);
}

/** Two that do not compute the same are no peers. @throws where floats are more than a cent off */
export function expectSameFees(pricing: Pricing): void {
  for (const sale of pricing.sales) {
    const [exact, inFloats] = [feeOf(pricing, sale), pricing.inFloats(sale)];
    if (!(Math.abs(exact - inFloats) < 0.0101)) {
      throw new Error(
        `${pricing.name}: expected ${exact} for ${JSON.stringify(sale)}, got ${inFloats} in floats`,
      );
    }
  }
}

/** The sum is looked at, so that no compiler can leave the calls out. */
function callsPerSecond({ call, sales }: Subject, milliseconds: number): number {
  let calls = 0;
  let sum = 0;
  const from = performance.now();
  let passed = 0;
  while (passed < milliseconds) {
    for (const sale of sales) sum += call(sale);
    calls += sales.length;
    passed = performance.now() - from;
  }
  if (!(sum > 0)) throw new Error(`expected fees that add up to something, got ${sum}`);

  return (calls / passed) * 1000;
}

export function engineTable(trivial: number, speeds: readonly Speeds[]): Table {
  const row = (what: string, perSecond: number, inFloats?: number) => [
    what,
    show(perSecond),
    show(1_000_000 / perSecond, 3),
    showRatio(ratio(perSecond, trivial)),
    inFloats === undefined ? '' : showRatio(ratio(perSecond, inFloats)),
  ];

  return {
    title: `engine: quotes per second, one thread, median of ${ROUNDS} rounds`,
    columns: ['what', 'per second', 'µs each', '× trivial', '× floats'],
    rows: [
      row('a call that does nothing', trivial),
      ...speeds.flatMap(({ pricing, exact, inFloats }) => [
        row(pricing, exact, inFloats),
        row(`${pricing}, in binary floats`, inFloats, inFloats),
      ]),
    ],
  };
}
