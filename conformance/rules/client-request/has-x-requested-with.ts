/** Every call has the header X-Requested-With: xhr. */
import { REQUIRED_HEADERS } from '../../../src/contract/operations.ts';
import { describeValue } from '../../../src/text/describe.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation, LEFT_OUT } from '../../rule/client-rule.ts';

const XHR = REQUIRED_HEADERS['x-requested-with'];

export const hasXRequestedWith: ClientRule = {
  id: 'client-request/has-x-requested-with',
  section: '5',
  level: 'must',
  title: 'every call has the header X-Requested-With: xhr',
  fix: 'Send the header X-Requested-With with the value xhr on both operations. XMLHttpRequest, the value of other APIs, is another one.',
  example: { wrong: 'X-Requested-With: XMLHttpRequest', right: 'X-Requested-With: xhr' },

  observe({ request: { headers } }, { mayLeaveOut }) {
    const value = headers['x-requested-with'];
    if (value === XHR) return CLIENT_HOLDS;
    if (value === undefined && mayLeaveOut()) return LEFT_OUT;
    // A header that was sent twice arrives as a list.
    const isXhr =
      value !== undefined &&
      String(value)
        .split(',')
        .every((part) => part.trim() === XHR);

    return isXhr
      ? CLIENT_HOLDS
      : clientViolation(`the header X-Requested-With: ${XHR}`, describeValue(value));
  },
};
