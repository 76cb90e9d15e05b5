/** A first call is repeated with its mTxId, or not at all. */
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

/** Its observer confuses carts with equal contents: use it only where a single response was lost on purpose. */
export const repeatsSafely: ClientRule = {
  id: 'client-resilience/repeats-safely',
  section: '4.1',
  level: 'should',
  title: 'after a lost response a first call is repeated with its mTxId, or not at all',
  fix: 'Send an mTxId with the first call: the service then finds the transaction again where the response to it was lost.',
  example: {
    wrong: '{"amount":100,…}, no response, {"amount":100,…}',
    right: '{"amount":100,…,"mTxId":"order-1"}, no response, {"amount":100,…,"mTxId":"order-1"}',
  },

  observe({ request, merchant }, { call, troubles, isFirstCall }) {
    if (call.operation !== 'calculateFee') return undefined;
    const lost = troubles.find(
      (earlier) =>
        earlier.delivery !== undefined &&
        earlier.request.body === request.body &&
        earlier.request.url === request.url &&
        earlier.merchant === merchant &&
        earlier.endedAt <= call.sentAt,
    );
    if (lost === undefined) return undefined;
    if (call.mTxId !== undefined || call.sTxId !== undefined || isFirstCall() !== true) return CLIENT_HOLDS;

    return clientViolation('the repeated first call with an mTxId', 'it without one', [lost]);
  },
};
