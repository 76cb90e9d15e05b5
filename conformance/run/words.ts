/** Makes the words for one merchant from the deployment and what the preflight learned. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import { amount } from '../arbitraries/amount.ts';
import { feeRequest } from '../arbitraries/fee-request.ts';
import { text } from '../arbitraries/text.ts';
import type { Deployment, MerchantAccess } from '../deployment/deployment.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Effort } from './effort.ts';
import { NICN_LENGTHS } from './forms.ts';
import type { Habits } from './habits.ts';
import type { Memory } from './memory.ts';
import { createUpdateChanges } from './update-changes.ts';

/** US dollars: an amount of 0 is a choice, whatever the bounds. */
const LEAST = 0.01;
/** US dollars. */
const PLAIN_AMOUNTS = [250, 10, 500, 1, 1000, 2500];

interface Learned {
  readonly baseline: FeeRequest;
  readonly habits: Habits;
  readonly effort: Effort;
  readonly memory: Memory;
  readonly requestsLeft: () => number;
  readonly signal: AbortSignal;
}

export function wordsOf(deployment: Deployment, merchant: MerchantAccess, learned: Learned): Vocabulary {
  const { baseline, habits, effort, memory, requestsLeft, signal } = learned;
  const { suspects, fees, stxids, lapses, serverErrors, watch } = memory;
  const { cards, regions } = deployment;
  const nicns = cards.flatMap((card) => NICN_LENGTHS.map((length) => card.slice(0, length)));
  const optional = optionalFields(deployment, merchant, learned);
  const dollars = amount(deployment.amounts);
  const placeholders = (deployment.cardTokens ?? []).map((_, n) => `{c${n + 1}}`);
  const { min, max } = deployment.amounts;
  const plain = PLAIN_AMOUNTS.filter((usd) => usd >= min && usd <= max);
  const plainAmounts = plain.length > 1 ? plain : [max, Math.max(min, LEAST)];

  return {
    baseline,
    deployment,
    nicns: [...new Set(nicns)],
    regions,
    processors: merchant.processors,
    optional,
    updateMayChange: createUpdateChanges({ baseline, nicns, regions }),
    get feesRepeat() {
      return habits.feesRepeat && !fees.vary;
    },
    stxidReuses: stxids.reuses,
    get opened() {
      return stxids.noted;
    },
    get requestsLeft() {
      return requestsLeft();
    },
    signal,
    lapses,
    serverErrors,
    fineTo: watch.fineTo,
    keepsake: habits.keepsake,
    saleExtras: habits.saleExtras,
    suspects,
    otherTraffic: effort.otherTraffic,
    combined: effort.combined,
    sequence: effort.sequence,
    editsTogether: effort.editsTogether,
    get unanswered() {
      return memory.losses.unanswered;
    },
    oddTo: watch.oddBodiesTo,
    oddCallsTo: watch.oddTo,
    plainAmounts,
    plainAmount: fc.constantFrom(baseline.amount, ...plainAmounts),
    feeRequest: feeRequest({ baseline, nicns, regions, optional, amount: dollars, cardTokens: placeholders }),
    amount: dollars,
    text,
  };
}

/** One plain value for each optional field that the deployment can be asked with. */
function optionalFields(
  { multiPay, amounts, cardTokens = [] }: Deployment,
  { processors }: MerchantAccess,
  { baseline: { amount }, habits }: Learned,
): Vocabulary['optional'] {
  const processor = habits.takesName ? processors[0]?.name : processors[0]?.mid;

  return {
    campaign: ['spring'],
    country: '840',
    ...(processor === undefined ? {} : { processor }),
    ...(cardTokens.length === 0 ? {} : { cardToken: '{c1}' }),
    data: ['COUPON10'],
    ...(multiPay ? { totalAmount: Math.max(amount, Math.min(2 * amount, amounts.max)) } : {}),
    mTxId: '{m1}',
  };
}
