/** Reads a country from a merchant file: one in which fees are charged, or that of a rule. */
import { type Reader, read, unlike } from '../reading/readers.ts';
import { isCountry } from '../regions/countries.ts';
import { UNITED_STATES } from '../regions/us.ts';
import { TERRITORIES } from '../regions/us-territories.ts';

export const countryReader: Reader<string> = {
  placeholder: '',
  schema: {
    type: 'string',
    description: 'A country by its ISO 3166-1 numeric code, as a string.',
    pattern: '^[0-9]{3}$',
    examples: ['840'],
  },
  read(value) {
    if (typeof value !== 'string' || !isCountry(value)) {
      return unlike('an ISO 3166-1 numeric country code as a string, such as "840"');
    }
    return read(value);
  },
};

/** A sale in a territory counts as one in the United States: a rule for the territory's code would never apply. */
export const ruleCountryReader: Reader<string> = {
  ...countryReader,
  read(value) {
    const territory = TERRITORIES.find(({ country }) => country === value);
    return territory === undefined
      ? countryReader.read(value)
      : unlike(`"${UNITED_STATES}", the country that ${territory.code} is a state of`);
  },
};
