/** The response to an accepted fee call is one JSON object. */
import { wrapperOf } from '../../../src/contract/outcome.ts';
import { describeExchange } from '../../rule/assertions.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { isSuccessful } from '../../rule/http-result.ts';
import { byteOrderMarkIn, responds } from '../../rule/patterns/responds.ts';

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
    const marked = byteOrderMarkIn(response);
    if (marked !== undefined) return marked;
    const wrapper = wrapperOf(response);
    if (wrapper !== undefined)
      return violation(
        'one JSON object with the fields of the response',
        `them in an object in its field ${wrapper}`,
      );

    return HOLDS;
  },
});
