/** The response to an accepted fee call is one JSON object. */
import { wrapperOf } from '../../../src/contract/outcome.ts';
import { describeExchange } from '../../rule/assertions.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { isSuccessful } from '../../rule/http-result.ts';
import { responds } from '../../rule/patterns/responds.ts';

const BYTE_ORDER_MARK = '\ufeff';

export const isJsonObject = responds({
  id: 'fee-response/is-json-object',
  section: '4.1',
  title: 'the response to an accepted fee call is one JSON object',
  fix: 'Return one JSON object for an accepted fee call: no array or object around it, and nothing before or after it.',
  lookAlikes: ['success-status=202', 'response-media-type=none', 'json-layout=escaped'],

  judgeSuccess(exchange) {
    const { response } = exchange;
    if (response.kind === 'unanswered' || !isSuccessful(response)) return undefined;

    if (response.body === undefined) return violation('one JSON object', describeExchange(exchange));
    // Other clients than browsers fail on it (RFC 8259, 8.1).
    if (response.text.startsWith(BYTE_ORDER_MARK))
      return violation('one JSON object and nothing before it', 'a byte order mark (EF BB BF) before it');
    const wrapper = wrapperOf(response);
    if (wrapper !== undefined)
      return violation(
        'one JSON object with the fields of the response',
        `them in an object in its field ${wrapper}`,
      );

    return HOLDS;
  },
});
