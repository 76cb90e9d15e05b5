/** The first calls and updates whose fees tell most about how a deployment prices. */
import type { Merchant } from '../../src/engine/index.ts';
import { type FeeCase, knownMerchants, type Priceable, pricedBy, type Words } from './fee-case.ts';
import { borders, halves } from './turning-points.ts';

/** Of each kind and sample, so that none takes the requests of the others; and in all. */
const MOST = { turns: 9, cards: 18, regions: 8, inAll: 60 };

/** Requests of a merchant that differ in nothing that its deployment could refuse. */
interface Sample {
  readonly role: FeeCase['merchant'];
  readonly merchant: Merchant;
  readonly request: Priceable;
}

/** In turns: the first few are the ones of every kind, merchant and processor that tell most. */
export function tellingCases(words: Words): readonly FeeCase[] {
  const samples = samplesOf(words);
  const first = samples.slice(0, 1);
  const kinds = [
    samples.map((sample) => turningCases(sample, words)),
    samples.map((sample) => cardCases(sample, words)),
    samples.map(namedCases),
    first.map((sample) => regionCases(sample, words)),
    first.map(countryCases),
    samples.map((sample) => partCases(sample, words)),
    samples.map((sample) => updateCases(sample, words)),
  ];
  const plain = samples.map(({ role, request }) => ({ merchant: role, request }));

  return distinct([...plain, ...inTurns(kinds.map(inTurns))]).slice(0, MOST.inAll);
}

/** The baseline at every processor. */
function samplesOf({ baseline: { amount, nicn, region }, ...words }: Words): readonly Sample[] {
  const request = { amount, nicn, region };

  return knownMerchants(words).flatMap(({ role, merchant }): readonly Sample[] =>
    role === 'one'
      ? [{ role, merchant, request }]
      : merchant.processors.map(({ mid }) => ({ role, merchant, request: { ...request, processor: mid } })),
  );
}

/** The least amount, the largest, and those at which the price turns. */
function turningCases({ role, merchant, request }: Sample, { deployment }: Words): readonly FeeCase[] {
  const priced = pricedBy(merchant, request);
  const { min, max } = rangeOf(deployment.amounts);
  const turns = [...halves(priced, { min, max }), ...borders(priced, { min, max }), min, max];

  return turns
    .slice(0, MOST.turns)
    .map((cents) => ({ merchant: role, request: { ...request, amount: cents / 100 } }));
}

/** Every card and length, each at an amount that tells one way of rounding from another. */
function cardCases({ role, merchant, request }: Sample, { nicns, deployment }: Words): readonly FeeCase[] {
  const range = rangeOf(deployment.amounts);

  return nicns.slice(0, MOST.cards).map((nicn, at) => {
    const turns = halves(pricedBy(merchant, { ...request, nicn }), range);
    const cents = turns[at % Math.max(1, turns.length)];

    return {
      merchant: role,
      request: { ...request, nicn, amount: cents === undefined ? request.amount : cents / 100 },
    };
  });
}

/** The processor by its name; the samples have its MID. */
function namedCases({ role, merchant, request }: Sample): readonly FeeCase[] {
  const processor = merchant.processors.find(({ mid }) => mid === request.processor);

  return processor === undefined
    ? []
    : [{ merchant: role, request: { ...request, processor: processor.name } }];
}

function regionCases({ role, request }: Sample, { regions }: Words): readonly FeeCase[] {
  return inTurns(Object.values(regions))
    .slice(0, MOST.regions)
    .map((region) => ({ merchant: role, request: { ...request, region } }));
}

function countryCases({ role, request }: Sample): readonly FeeCase[] {
  return [{ merchant: role, request: { ...request, country: '840' } }];
}

/** Parts of a total: one of which the whole is priced by other lines where any is, an ordinary one, and the whole. */
function partCases({ role, merchant, request }: Sample, { deployment }: Words): readonly FeeCase[] {
  if (!deployment.multiPay) return [];
  const range = rangeOf(deployment.amounts);
  const [border] = borders(pricedBy(merchant, request), range);
  const totals = [
    ...(border === undefined ? [] : [[border, Math.min(2 * border, range.max)]]),
    ...plainParts(range),
  ];

  return totals.map(([part = range.min, total = part]) => ({
    merchant: role,
    request: { ...request, amount: part / 100, totalAmount: total / 100 },
  }));
}

/** In cents. */
function plainParts({ min, max }: { min: number; max: number }): readonly (readonly [number, number])[] {
  const total = Math.min(Math.max(10_000, min), max);

  return [[Math.max(min, Math.round(total * 0.4)), total]];
}

function updateCases({ role, request }: Sample, { plainAmounts }: Words): readonly FeeCase[] {
  const from = plainAmounts.find((amount) => amount !== request.amount);

  return from === undefined ? [] : [{ merchant: role, request, from }];
}

/** In cents; no larger than where binary floats still tell cents apart with ease. */
export function rangeOf({ min, max }: { readonly min: number; readonly max: number }) {
  const least = Math.max(1, Math.ceil(Number((min * 100).toFixed(6))));

  return {
    min: least,
    max: Math.max(least, Math.min(100_000_000, Math.floor(Number((max * 100).toFixed(6))))),
  };
}

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));

  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

function distinct(cases: readonly FeeCase[]): readonly FeeCase[] {
  return [...new Map(cases.map((one) => [JSON.stringify(one), one])).values()];
}
