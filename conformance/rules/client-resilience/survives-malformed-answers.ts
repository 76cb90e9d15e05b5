/** A response that is cut off, empty or not JSON is not a success. */
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const survivesMalformedAnswers: ClientRule = {
  id: 'client-resilience/survives-malformed-answers',
  section: '–',
  level: 'should',
  title: 'no sale follows a fee response that is cut off, empty or not JSON, and the client ends by itself',
  fix: 'Handle the error of the JSON parser, and treat the response as lost: repeat the fee call, or stop.',
  example: {
    wrong: 'const { sTxId } = JSON.parse(text || "{}");',
    right: 'try { JSON.parse(text) } catch { return "no fee" }',
  },

  observe(_, { call, transaction, exchangesOf }) {
    const sold = call.operation === 'attachSale' ? transaction() : undefined;
    if (sold === undefined) return undefined;
    const { accepted, unclear, lastFee, isWhole, opening } = sold;
    if (!isWhole || accepted > 0 || unclear === 0) return CLIENT_HOLDS;

    return clientViolation('no sale before a whole fee response', 'one', exchangesOf(lastFee ?? opening));
  },
};
