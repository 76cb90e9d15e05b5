/** Any first call or update of which the prices are known, and the smaller ones that it may come down to. */
import fc from 'fast-check';
import { type FeeCase, knownMerchants, type Priceable, pricedBy, type Words } from './fee-case.ts';
import { rangeOf } from './telling-cases.ts';
import { borders, halves, type Priced } from './turning-points.ts';

/** Mapped, so that nobody but `smallerCases` takes one for a smaller form of another. */
export function anyFeeCase(words: Words): fc.Arbitrary<FeeCase> {
  const cases = fc.oneof(
    ...knownMerchants(words).flatMap(({ role, merchant }) => {
      const { amount, nicn, region } = words.baseline;
      const processors =
        role === 'one' ? [undefined] : merchant.processors.flatMap(({ mid, name }) => [mid, name]);

      return processors.map((processor) => {
        const named = processor === undefined ? {} : { processor };
        const amounts = amountsOf(pricedBy(merchant, { amount, nicn, region, ...named }), words);

        return fc.record(
          {
            merchant: fc.constant(role),
            request: fc.record({
              amount: amounts,
              nicn: fc.constantFrom(...words.nicns),
              region: fc.constantFrom(...Object.values(words.regions).flat()),
              ...(processor === undefined ? {} : { processor: fc.constant(processor) }),
            }),
            from: words.amount,
          },
          { requiredKeys: ['merchant', 'request'] },
        );
      });
    }),
  );

  return cases.map((value) => value as FeeCase);
}

function amountsOf(priced: Priced, { amount, deployment }: Words): fc.Arbitrary<number> {
  const range = rangeOf(deployment.amounts);
  const turns = [...halves(priced, range), ...borders(priced, range)].map((cents) => cents / 100);

  return turns.length === 0 ? amount : fc.oneof({ weight: 3, arbitrary: amount }, fc.constantFrom(...turns));
}

/** The plainest first. A smaller one has a fee of so few cents that too many mistakes would explain it. */
const PLAIN_AMOUNTS = [100, 1000, 10];
const PLAIN_PART = { amount: 40, totalAmount: 100 };

/** Without the update, without fields that can be left out, with fewer digits, and at plainer amounts. */
export function smallerCases({ merchant, request, from }: FeeCase): readonly FeeCase[] {
  const { totalAmount, country: _country, ...plain } = request;
  const part = totalAmount === undefined ? {} : { totalAmount };
  const shorter = request.nicn.slice(0, 6);
  const requests = [
    ...(totalAmount === undefined ? [] : [plain]),
    ...(request.country === undefined ? [] : [{ ...plain, ...part }]),
    ...(shorter === request.nicn ? [] : [{ ...request, nicn: shorter }]),
    ...plainerAmounts(request).map((amounts) => ({ ...request, ...amounts })),
  ];

  return [
    ...(from === undefined ? [] : [{ merchant, request }]),
    ...requests.map((smaller) => ({ merchant, request: smaller, ...(from === undefined ? {} : { from }) })),
  ];
}

function plainerAmounts({ amount, totalAmount }: Priceable): readonly Partial<Priceable>[] {
  if (totalAmount !== undefined)
    return amount === PLAIN_PART.amount && totalAmount === PLAIN_PART.totalAmount ? [] : [PLAIN_PART];
  const rank = PLAIN_AMOUNTS.indexOf(amount);
  const plainer = rank < 0 ? PLAIN_AMOUNTS : PLAIN_AMOUNTS.slice(0, rank);
  const whole = rank < 0 && amount > 1 && !Number.isInteger(amount) ? [Math.floor(amount)] : [];

  return [...plainer, ...whole].map((amount) => ({ amount }));
}
