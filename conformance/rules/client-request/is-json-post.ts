/** Every call is a POST of one JSON object, and says so. */

import type { Exchange } from '../../../src/exchange/exchange.ts';
import { describeValue } from '../../../src/text/describe.ts';
import type { ClientHistory } from '../../rule/client-history.ts';
import { type ClientRule, clientViolation, holdsUnless, LEFT_OUT } from '../../rule/client-rule.ts';

export const isJsonPost: ClientRule = {
  id: 'client-request/is-json-post',
  section: '4, 5',
  level: 'must',
  title: 'every call is a POST with Content-Type application/json and one JSON object',
  fix: 'Send the fields as one JSON object with POST, and set Content-Type to application/json. Form data, arrays and query parameters are something else.',
  example: {
    wrong: 'Content-Type: application/x-www-form-urlencoded\n\namount=100&nicn=424242&region=AZ',
    right: 'Content-Type: application/json\n\n{"amount":100,"nicn":"424242","region":"AZ"}',
  },
  observe(exchange, history) {
    const found = fault(exchange, history);
    const isTypeAbsent = exchange.request.headers['content-type'] === undefined;

    return found === undefined && isTypeAbsent ? LEFT_OUT : holdsUnless(found);
  },
};

/** Parameters, such as a charset, do not matter. */
const JSON_TYPE = /^\s*application\/json\s*(?:;|,|$)/i;

function fault({ request }: Exchange, { mayLeaveOut, call: { body } }: ClientHistory) {
  const { method = '', headers } = request;
  if (method.toUpperCase() !== 'POST') return clientViolation('the method POST', describeValue(method));
  const type = headers['content-type'];
  const isLeftOut = type === undefined && mayLeaveOut();
  if (!isLeftOut && !JSON_TYPE.test(type ?? ''))
    return clientViolation('Content-Type application/json', describeValue(type));
  if (body === 'absent' && !mayLeaveOut())
    return clientViolation('a body that is one JSON object', 'no body');
  if (body === 'not-an-object')
    return clientViolation('a body that is one JSON object', describeBody(request.body));

  return undefined;
}

/** Names only the kind: a body that is not JSON may contain anything. */
function describeBody(text = ''): string {
  const start = text.trimStart().charAt(0);
  try {
    JSON.parse(text);

    return start === '[' ? 'an array' : 'a JSON value of another type';
  } catch {
    return `${text.length} characters that are not JSON`;
  }
}
