/** The nicn is the first 6 to 8 digits of the card number. */
import { describeValue } from '../../../src/text/describe.ts';
import { isMasked } from '../../rule/client-fields.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const nicnIs6To8Digits: ClientRule = {
  id: 'client-request/nicn-is-6-to-8-digits',
  section: '1.4, 2.1, 8',
  level: 'must',
  title: 'nicn consists of 6 to 8 digits',
  fix: 'Send the first 6 to 8 digits of the card number, without spaces, and never the whole number.',
  example: { wrong: '"nicn":"4242 4242"', right: '"nicn":"42424242"' },

  observe(_, { source, call: { operation, fields } }) {
    const { nicn } = fields;
    if (operation !== 'calculateFee') return undefined;
    if (typeof nicn !== 'string' && !isLongNumber(nicn)) return undefined;
    if (typeof nicn === 'string' && /^[0-9]{6,8}$/.test(nicn)) return CLIENT_HOLDS;
    if (source === 'recording' && isMasked(nicn)) return undefined;

    return clientViolation('a nicn of 6 to 8 digits', describeValue(nicn, { name: 'nicn' }));
  },
};

/** A shorter number may have lost its leading zeros: what is wrong with it is its type. */
function isLongNumber(nicn: unknown): boolean {
  return typeof nicn === 'number' && /^[0-9]{9,}$/.test(String(nicn));
}
