/** A `country` that is no ISO 3166 numeric code is refused. Codes for private use and withdrawn ones are not tried. */
import { isFeeCall } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { inUpdates, refuses } from '../../rule/patterns/refuses.ts';

const FIRST = ['000', '840x', '0840'];
/** In an update. */
const LATER = 'XQZ';
const UNKNOWN_COUNTRIES = [...FIRST, LATER];

export const refusesUnknownCountry = refuses({
  id: 'country/refuses-unknown',
  section: '2.1',
  level: 'should',
  title: 'a country that is no ISO 3166 numeric code is refused',
  tries:
    'Texts of other forms, 840 with a zero in front or a letter after it, and 000, which no list has. Codes for private use and withdrawn ones are not tried.',
  fix: 'Look country up among the ISO 3166-1 numeric codes, three digits each, and refuse any other text.',
  lookAlikes: ['other-countries=free', 'other-countries=price', 'other-countries=refuse'],
  dependsOn: ['country/defaults-to-840'],
  judge(exchange) {
    const country = exchange.fields?.['country'];
    if (!isFeeCall(exchange) || typeof country !== 'string' || !UNKNOWN_COUNTRIES.includes(country))
      return undefined;

    return expectRefusal(exchange, `a fee call with the country ${JSON.stringify(country)}`);
  },
  edits: () => FIRST.map((country) => ({ country })),
  placed: (context) => inUpdates(context, [{ country: LATER }]).slice(0, 1),
});
