/** The country is three digits. */
import { describeValue } from '../../../src/text/describe.ts';
import { isMasked } from '../../rule/client-fields.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const countryIsIsoNumeric: ClientRule = {
  id: 'client-request/country-is-iso-numeric',
  section: '2.1',
  level: 'must',
  title: 'country is an ISO 3166-1 numeric code of three digits',
  fix: 'Send the numeric code as a string of three digits, such as 840, 124 or 036, or leave country out for the United States.',
  example: { wrong: '"country":"US"', right: '"country":"840"' },

  observe(_, { source, call: { operation, fields } }) {
    const { country } = fields;
    if (operation !== 'calculateFee' || typeof country !== 'string') return undefined;
    if (/^[0-9]{3}$/.test(country)) return CLIENT_HOLDS;
    if (source === 'recording' && isMasked(country)) return undefined;

    return clientViolation('a country of three digits, such as 840', describeValue(country, { longest: 30 }));
  },
};
