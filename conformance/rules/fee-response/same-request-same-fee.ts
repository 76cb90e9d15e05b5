/** The same first call gets the same fee. A price may change once in a run, for example between two A/B phases. */

import { feeIn } from '../../../src/contract/outcome.ts';
import { acceptedBody, type Body } from '../../rule/exchange.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { FEES } from '../../rule/in-traffic.ts';
import { without } from '../../rule/patterns/refuses.ts';
import { rule } from '../../rule/rule.ts';
import type { Script } from '../../rule/script.ts';

/** Changes far apart after the first one of their request. */
const MIN_CHANGES = 3;

export const sameRequestSameFee = rule({
  id: 'fee-response/same-request-same-fee',
  section: '4.1',
  title: 'the same first call gets the same fee',
  tries: 'Repeated first calls. A price that changes once and then stays is not a failure.',
  fix: 'Calculate the fee from the request and the merchant alone, with the same prices on every instance.',
  inTraffic: FEES,
  lookAlikes: ['number-form=six-decimals'],
  // With prices, that rule compares every fee.
  dependsOn: ['country/defaults-to-840', 'identity/stxid-is-unique', 'fee/matches-reference'],
  stage: 1,
  observationSuffices: true,
  judge(exchange, history) {
    const fee = feeIn(acceptedBody(exchange));
    if (fee === undefined || !history.isFirstCall(exchange) || 'mTxId' in exchange.sent) return undefined;
    const before = history.sameFirstCall(exchange);
    const feeBefore = before === undefined ? undefined : feeIn(acceptedBody(before));
    if (before === undefined || feeBefore === undefined) return undefined;
    if (feeBefore === fee) return HOLDS;
    if (history.feeChanges(exchange) === 0) return undefined;

    return violation(`the fee that the same request had before, ${feeBefore}`, String(fee), {
      nature: 'two-fees',
      related: [before],
      isAccident: true,
      failsFrom: MIN_CHANGES,
    });
  },
  scripts: ({ baseline, data: { optional, plainAmounts } }) => [
    threeTimes(baseline),
    threeTimes(without({ ...baseline, ...optional }, 'mTxId')),
    ...plainAmounts.slice(0, 2).map((amount) => threeTimes({ ...baseline, amount })),
  ],
});

function threeTimes(request: object): Script {
  const body: Body = { ...request };

  return { calls: Array.from({ length: 3 }, () => ({ operation: 'calculateFee', body })) };
}
