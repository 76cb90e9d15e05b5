/** Who asks the same again is told the same. Prices that change once and stay, between two phases say, are fine. */
import type { Body } from '../../conversation.ts';
import { feeOf, granted } from '../../expect.ts';
import { RuleBroken } from '../../failure.ts';
import { feeIn } from '../../oracle.ts';
import { without } from '../../patterns/refuses.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly request: Body;
  /** How often it is asked at the most. */
  readonly times: number;
}

const OPTIONAL = ['campaign', 'country', 'processor', 'cardToken', 'data', 'totalAmount'];

export const sameRequestSameFee = property<Case>({
  id: 'fee-response/same-request-same-fee',
  section: '4.1',
  level: 'should',
  title: 'the same first call gets the same fee',
  tries: 'The same first call again and again. A price that changes once and stays is fine.',
  fix:
    'Let the fee depend on nothing but the request and the configuration of the merchant: nothing ' +
    'random, and the same prices on every instance of the service.',
  stage: 1,
  watches: () => {
    const fees = new Map<string, number>();

    return ({ operation, sent, judgement }) => {
      const isFirst = operation === 'calculateFee' && !('sTxId' in sent || 'mTxId' in sent);
      const fee = judgement.kind === 'accepted' && isFirst ? feeIn(judgement.body) : undefined;
      if (fee === undefined) return 'else';
      const request = JSON.stringify(sent);
      const before = fees.get(request);
      fees.set(request, fee);
      if (before === undefined) return 'else';

      return before === fee ? 'fine' : 'odd';
    };
  },
  probes: ({ baseline, optional, plainAmounts, oddTo }) => [
    ...oddTo('fee-response/same-request-same-fee').map((request): Case => ({ request, times: 12 })),
    { request: { ...baseline }, times: 3 },
    { request: without({ ...baseline, ...optional }, 'mTxId'), times: 3 },
    ...plainAmounts.slice(0, 2).map((amount): Case => ({ request: { ...baseline, amount }, times: 3 })),
  ],
  smaller: ({ request, times }) =>
    OPTIONAL.filter((field) => field in request).map((field) => ({
      request: without(request, field),
      times,
    })),

  async holds({ request, times }, { fee }) {
    const ask = async () => feeOf(granted(await fee(request), 'fee-request/accepts-required-fields-alone'));
    const first = await ask();
    for (let time = 1; time < times; time++) {
      const next = await ask();
      if (next !== first)
        throw new RuleBroken(`the fee that the same request had before, ${first}`, String(next), 'two-fees');
    }
  },
});
