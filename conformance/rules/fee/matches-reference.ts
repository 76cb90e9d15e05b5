/** Where the deployment file gives the prices, every fee is the one that they come to, to the cent. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import { createFeeEngine, type Quoted } from '../../../src/engine/index.ts';
import { feeOf, granted, sameFee, stxidOf } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { anyFeeCase, smallerCases } from '../../fees/any-case.ts';
import { explainDifference } from '../../fees/explain-difference.ts';
import { type FeeCase, knownMerchants, merchantOf } from '../../fees/fee-case.ts';
import { referenceFor } from '../../fees/reference.ts';
import { tellingCases } from '../../fees/telling-cases.ts';
import { property } from '../../rule.ts';
import type { Vocabulary } from '../../vocabulary.ts';

const VARYING = 'fees vary from call to call here, so none can be compared';
const LACKING = 'no deployment file gives the prices of its merchants (pricing)';

export const matchesReference = property<FeeCase>({
  id: 'fee/matches-reference',
  section: '2.2',
  level: 'must',
  title: 'where the prices are given, every fee is the one that they come to',
  tries:
    'Fees of first calls and updates against those of the merchant file that the deployment file names ' +
    'under pricing, above all at the amounts at which its prices turn. Left out where there is none, or ' +
    'where fees vary from call to call.',
  fix:
    'Look where the example says the difference comes from, and compare with `tollgate fee`, which ' +
    'shows every line of the fee by the same file. Calculate in exact decimals and round once, at the ' +
    'end. Where the prices in the file are wrong, correct the file.',
  after: [
    'country/defaults-to-840',
    'processor/optional-with-one',
    'processor/mid-and-name-agree',
    'identity/update-recalculates-fee',
  ],
  quickProbes: 2,
  lacks: ({ deployment }) => (deployment.pricing === undefined ? LACKING : undefined),
  probes: tellingCases,
  given: anyFeeCase,
  smaller: smallerCases,

  async holds(value, { fee }, words) {
    const { feesRepeat, deployment } = words;
    if (!feesRepeat) throw new NotJudged(VARYING);
    const { pricing } = deployment;
    const merchant = pricing && merchantOf(pricing, value.merchant);
    if (pricing === undefined || merchant === undefined) throw new NotJudged(LACKING);
    const { request, from } = value;
    const reference = referenceFor(merchant, request, new Date());
    if (reference.kind === 'unpriced')
      throw new NotJudged(
        `${pricing.path} has no price for a request that this deployment may take: ${reference.why}`,
      );

    const manner = value.merchant === 'several' ? ({ merchant: 'several' } as const) : {};
    const blame = inChargeOf(value);
    const opened =
      from === undefined ? undefined : granted(await fee({ ...request, amount: from }, manner), blame);
    const body = opened === undefined ? request : { ...request, sTxId: stxidOf(opened) };
    const got = feeOf(granted(await fee(body, manner), blame));
    if (reference.quotes.some(({ transactionFee }) => transactionFee === got)) return;
    if (feeOf(granted(await fee(body, manner), blame)) !== got) throw new NotJudged(VARYING);

    const [quoted] = reference.quotes;
    const what = `by ${pricing.path}, merchant ${merchant.name}, processor ${quoted.processor.name}, the fee`;
    sameFee(got, quoted.transactionFee, what, `, ${whyOther(value, quoted, got, words)}`);
  },
});

function whyOther(
  { request, from, merchant: role }: FeeCase,
  quoted: Quoted,
  got: number,
  words: Vocabulary,
): string {
  const merchants = knownMerchants(words);
  const merchant = merchants.find((known) => known.role === role)?.merchant;
  if (merchant === undefined) return '';

  return explainDifference(
    {
      merchant,
      engine: createFeeEngine(merchant),
      request,
      day: quoted.asOf,
      quoted,
      others: {
        nicns: words.nicns,
        regions: Object.values(words.regions).flat(),
        merchants: merchants.map((known) => known.merchant),
        amountBefore: from,
      },
    },
    got,
  );
}

/** The rule that says so where the deployment refuses such a request. */
function inChargeOf({ request, from }: FeeCase): RuleId {
  if (from !== undefined) return 'identity/update-by-stxid-keeps-stxid';
  if (request.totalAmount !== undefined) return 'multi-pay/accepts-part-of-total';
  if (request.processor !== undefined) return 'processor/accepts-mid-or-name';

  return 'fee-request/accepts-required-fields-alone';
}
