/** No text of a request is a card number that begins with its own nicn. */

import { digitsOfNicn } from '../../../src/exchange/call.ts';
import { hasLongNumber, type LongNumber } from '../../../src/text/find-card-numbers.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const neverSendsCardNumber: ClientRule = {
  id: 'client-request/never-sends-card-number',
  section: '1.4',
  level: 'must',
  title: 'no field, header or address holds the whole number of the card whose first digits are in nicn',
  fix: 'Remove the card number from the request: the service never receives more than its first 8 digits. Use an order number as mTxId, and cardToken for a tokenization key.',
  example: {
    wrong: '{"amount":100,"nicn":"424242","region":"AZ","data":["4242 4242 4242 4242"]}',
    right: '{"amount":100,"nicn":"424242","region":"AZ","data":["coupon-7"]}',
  },

  observe(_, { call, longTexts, wasGiven }) {
    const nicn = digitsOfNicn(call.fields);
    if (!/^[0-9]{6}/.test(nicn)) return undefined;
    const texts = longTexts();
    if (texts.length === 0) return CLIENT_HOLDS;
    const start = nicn.slice(0, /^[0-9]{6,8}$/.test(nicn) ? 8 : 6);
    const six = Number(start.slice(0, 6));
    for (const { where, text } of texts) {
      const isCard = hasLongNumber(
        text,
        (number) => number.digits.startsWith(start) && !isComposed(number, start) && !wasGiven(text),
        (firstSix) => firstSix === six,
      );
      if (isCard) return clientViolation('no card number anywhere in the request', `one in ${where}`);
    }

    return CLIENT_HOLDS;
  },
};

/** The nicn and something else, such as a time: 424242-1700000000. No card number is written so. */
function isComposed({ groups: [first, ...others] }: LongNumber, { length }: string): boolean {
  return first === length && others.some((group) => group !== first);
}
