/** Every first call opens a new transaction, even if its body equals that of another. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { reusedStxid } from '../../rule/observers.ts';
import { callsAs, open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  readonly requests: readonly FeeRequest[];
  /** All sent at the same time, or one after another. */
  readonly atOnce: boolean;
  /** The merchant that sends them; the one with one processor unless given. */
  readonly merchant?: 'several';
}

export const stxidIsUnique = rule<Case>({
  id: 'identity/stxid-is-unique',
  section: '1.2',
  level: 'must',
  title: 'every first call gets an sTxId of its own',
  tries:
    'First calls with equal and with different bodies, one after another and up to twenty at the same time.',
  fix:
    'Create a new sTxId for each call that names no transaction, for example from a random source or a database ' +
    'sequence. It must be unique even for concurrent calls, so do not derive it from the request or the time alone.',
  lookAlikes: ['stxid-form=base64url'],
  probes: ({ baseline, data: { plainAmounts, optional }, deployment: { several } }) => [
    { requests: [baseline, baseline], atOnce: true },
    { requests: [baseline, baseline], atOnce: false },
    { requests: plainAmounts.slice(0, 2).map((amount) => ({ ...baseline, amount })), atOnce: true },
    { requests: Array.from({ length: 20 }, () => baseline), atOnce: true },
    ...(several === undefined ? [] : [ofSeveral({ ...baseline, ...optional })]),
  ],
  cases: ({ data: { feeRequest } }) =>
    fc.record({ requests: fc.array(feeRequest, { minLength: 2, maxLength: 8 }), atOnce: fc.boolean() }),
  shrink: ({ atOnce, ...others }) => (atOnce ? [{ ...others, atOnce: false }] : []),

  observe(exchange, history) {
    const reused = reusedStxid(exchange, history);
    if (reused !== undefined)
      return reused.isMixUp ? undefined : violation('a different sTxId for each first call', ...reused.proof);

    return history.isFirstCall(exchange) && exchange.given !== undefined ? HOLDS : undefined;
  },
  async run({ requests, atOnce, merchant }, conversation, context) {
    const calls = callsAs(merchant, conversation, context);
    if (atOnce) await Promise.all(requests.map((request) => open(calls, request)));
    else for (const request of requests) await open(calls, request);
  },
});

/** Equal first calls of the merchant with several processors, with a processor of its own. */
function ofSeveral({ mTxId: _, processor: __, ...request }: FeeRequest): Case {
  return { requests: [request, request], atOnce: false, merchant: 'several' };
}
