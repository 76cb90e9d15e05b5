/** After a lost answer a first call is repeated with its mTxId, and a sale with the same fields, or not at all. */
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

/** Its observer confuses carts with equal contents: use it only where a single response was lost on purpose. */
export const repeatsSafely: ClientRule = {
  id: 'client-resilience/repeats-safely',
  section: '4.1, 4.2',
  level: 'should',
  title:
    'after a lost response a first call is repeated with its mTxId, a sale with the same fields, or neither',
  fix: 'Send an mTxId with the first call, so that the service finds the transaction again. Repeat a sale whose response was lost with all its fields, authCode included.',
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
