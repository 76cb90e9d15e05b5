/** Every fee equals the one calculated from the prices of the deployment file, to the cent. */

import { feeIn } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { hasWholeCents } from '../../rule/arbitraries/amount.ts';
import { acceptedBody, type Exchange, isFeeCall } from '../../rule/exchange.ts';
import { boundaryCases, type FeeCase, feeCase } from '../../rule/fee-diagnosis/cases.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import type { History } from '../../rule/history.ts';
import { mayHaveMore } from '../../rule/observers.ts';
import { opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

/** Wrong fees far apart that are no accident, such as a price that changes during the run. */
const MIN_WRONG = 3;

const NO_PRICING = 'no deployment file gives the prices of its merchants (pricing)';

export const matchesReference = rule({
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
    'identity/concurrent-updates-keep-stxid',
  ],
  quickScripts: 2,
  missing: ({ deployment }) => (deployment.pricing === undefined ? NO_PRICING : undefined),
  judge(exchange, history) {
    const { reference } = history;
    const got = isFeeCall(exchange) ? feeIn(acceptedBody(exchange)) : undefined;
    if (reference === undefined || got === undefined || history.pricesVary) return undefined;
    if (!history.isOrdinary(exchange) || !isPriced(exchange, history)) return undefined;
    const opening = history.named(exchange)?.transaction.opening;
    const before = Number(opening?.fields?.['amount']);
    // An ordinary call has the fields of a fee request.
    const request = exchange.fields as unknown as FeeRequest;
    const compared = reference.compare(
      exchange.role,
      request,
      got,
      opening === undefined ? undefined : before,
    );
    if (compared === undefined) return undefined;
    if (compared.isEqual) return HOLDS;

    return violation(compared.what, String(got), {
      fees: { got, expected: compared.expected, remark: `, ${compared.explain()}` },
      related: opening === undefined ? [] : [opening],
      isAccident: true,
      // A fee may depend on the mTxId, as the phases of an A/B test may.
      ...(hasMtxid(exchange, opening) ? {} : { failsFrom: MIN_WRONG, isRare: true }),
    });
  },
  scripts: (context) => boundaryCases(context).map(toScript),
  randomScripts: (context) => feeCase(context).map(toScript),
});

function hasMtxid(...calls: readonly (Exchange | undefined)[]): boolean {
  return calls.some((call) => call?.fields?.['mTxId'] !== undefined);
}

/** Whether its fields alone decide the fee: other rules judge opaque texts and card tokens. Abroad a fee may be a choice. */
function isPriced(exchange: Exchange, history: History): boolean {
  const { amount, country = '840', totalAmount, campaign, data, cardToken } = exchange.fields ?? {};
  // Whether an amount beyond cents is rounded is a choice.
  if (![amount, totalAmount ?? 0].every((usd) => hasWholeCents(Number(usd)))) return false;
  if (
    !history.reference?.charges(exchange.role, String(country)) ||
    campaign !== undefined ||
    data !== undefined ||
    cardToken !== undefined
  )
    return false;
  const transaction = history.named(exchange)?.transaction;

  // The parts of one total may share a fixed fee, a cap, or the cents that rounding leaves.
  return transaction === undefined || (totalAmount === undefined && !mayHaveMore(transaction, exchange));
}

function toScript({ merchant, request, from }: FeeCase): Script {
  if (from === undefined) return { calls: [fee({ ...request }, { merchant })] };

  return {
    calls: [opened({ ...request, amount: from }, merchant), fee({ ...request, sTxId: '{s1}' }, { merchant })],
  };
}
