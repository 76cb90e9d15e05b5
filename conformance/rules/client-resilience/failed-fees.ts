/** The rules on fee calls that fail: no sale follows a refusal in whatever form, or a response that cannot be read. */
import { noSaleAfter } from '../../rule/client-calls.ts';
import { clientRule } from '../../rule/client-rule.ts';
import { endsByItself } from './gives-up.ts';

export const noSaleAfterRefusedFee = clientRule({
  id: 'client-resilience/no-sale-after-refused-fee',
  section: '2.2, 4.1',
  title: 'no sale of a transaction whose fee calls were all refused, in whatever form',
  fix: 'Sell only after a fee response with a 2xx status and the message ok. Any other message is a refusal, even beside a fee and an sTxId.',
  example: {
    wrong: 'if (response.ok) await sell(body.sTxId);',
    right: "if (response.ok && body.message === 'ok') await sell(body.sTxId);",
  },

  atEnd: (calls, faulty) =>
    noSaleAfter(
      'refused',
      { expected: 'no sale of a transaction whose fee calls were all refused', how: 'refused' },
      calls,
      faulty,
    ),
});

export const survivesMalformedAnswers = clientRule({
  id: 'client-resilience/survives-malformed-answers',
  section: '–',
  title: 'no sale follows a fee response that is cut off, empty or not JSON, and the client ends by itself',
  fix: 'Handle the error of the JSON parser, and treat the response as lost: repeat the fee call, or stop.',
  example: {
    wrong: 'const { sTxId } = JSON.parse(text || "{}");',
    right: 'try { JSON.parse(text) } catch { return "no fee" }',
  },

  atEnd(calls, faulty) {
    const expected = 'no sale of a transaction whose fee is unknown';
    const sold = noSaleAfter('unclear', { expected, how: 'answered with a broken body' }, calls, faulty);

    return sold.kind === 'holds' && faulty !== undefined ? endsByItself(calls, faulty) : sold;
  },
});
