/** Every fee equals the one calculated from the prices of the deployment file, to the cent. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { Quoted } from '../../../src/engine/index.ts';
import { assertSameFee, feeOf, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import { NotJudged } from '../../rule/failure.ts';
import { boundaryCases } from '../../rule/fee-diagnosis/boundary-cases.ts';
import { expectedFee } from '../../rule/fee-diagnosis/expected-fee.ts';
import { explainDifference } from '../../rule/fee-diagnosis/explain-difference.ts';
import {
  type FeeCase,
  feeCase,
  pricedMerchants,
  smallerFeeCases,
} from '../../rule/fee-diagnosis/fee-cases.ts';
import { assertFeesRepeat, FEES_VARY } from '../../rule/patterns/compare-fees.ts';
import { rule } from '../../rule/rule.ts';

const NO_PRICING = 'no deployment file gives the prices of its merchants (pricing)';

export const matchesReference = rule<FeeCase>({
  id: 'fee/matches-reference',
  section: '2.2',
  level: 'must',
  title: 'every fee matches the prices of the deployment file',
  tries:
    'Fees of first calls and updates, compared with those calculated from the merchant file that the deployment ' +
    'file names under pricing, above all at amounts where its prices change. Skipped without such a file, or if ' +
    'fees vary from call to call.',
  fix:
    'See the explanation of the difference in the example, and compare with `tollgate fee`, which prints every ' +
    'line of the fee calculated from the same file. Calculate in exact decimals and round once, at the end. If ' +
    'the prices in the file are wrong, correct the file.',
  dependsOn: [
    'country/defaults-to-840',
    'processor/optional-with-one',
    'processor/mid-and-name-agree',
    'identity/update-recalculates-fee',
  ],
  quickProbes: 2,
  missing: ({ deployment }) => (deployment.pricing === undefined ? NO_PRICING : undefined),
  probes: boundaryCases,
  cases: feeCase,
  shrink: smallerFeeCases,

  async run(value, { fee }, context) {
    const { deployment } = context;
    assertFeesRepeat(context);
    const { pricing } = deployment;
    const merchant = pricing?.[value.merchant];
    if (pricing === undefined || merchant === undefined) throw new NotJudged(NO_PRICING);
    const { request, from } = value;
    const reference = expectedFee(merchant, request, new Date());
    if (reference.kind === 'unpriced')
      throw new NotJudged(
        `${pricing.path} has no price for a request that this deployment may accept: ${reference.why}`,
      );

    const variant = value.merchant === 'several' ? ({ merchant: 'several' } as const) : {};
    const blame = blameFor(value);
    const opened =
      from === undefined
        ? undefined
        : requireAccepted(await fee({ ...request, amount: from }, variant), blame);
    const body = opened === undefined ? request : { ...request, sTxId: stxidOf(opened) };
    const got = feeOf(requireAccepted(await fee(body, variant), blame));
    if (reference.quotes.some(({ transactionFee }) => transactionFee === got)) return;
    if (feeOf(requireAccepted(await fee(body, variant), blame)) !== got) throw new NotJudged(FEES_VARY);

    const [quoted] = reference.quotes;
    const what = `by ${pricing.path}, merchant ${merchant.name}, processor ${quoted.processor.name}, the fee`;
    assertSameFee(got, quoted.transactionFee, what, `, ${explainFee(value, quoted, got, context)}`);
  },
});

function explainFee(
  { request, from, merchant: role }: FeeCase,
  quoted: Quoted,
  got: number,
  context: RuleContext,
): string {
  const merchants = pricedMerchants(context);
  const merchant = merchants.find((known) => known.role === role)?.merchant;
  if (merchant === undefined) return '';

  return explainDifference({
    merchant,
    request,
    quoted,
    got,
    others: {
      nicns: context.data.nicns,
      regions: Object.values(context.data.regions).flat(),
      merchants: merchants.map((known) => known.merchant),
      amountBefore: from,
    },
  });
}

/** The rule that fails if the deployment refuses such a request. */
function blameFor({ request, from }: FeeCase): RuleId {
  if (from !== undefined) return 'identity/update-by-stxid-keeps-stxid';
  if (request.totalAmount !== undefined) return 'multi-pay/accepts-part-of-total';
  if (request.processor !== undefined) return 'processor/accepts-mid-or-name';

  return 'fee-request/accepts-required-fields-alone';
}
