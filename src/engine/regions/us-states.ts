/** The two-letter codes of the United States. */

/** ISO 3166-2:US has these: fifty states, the district, the territories, and the islands with no one code. */
export const ISO_STATES: readonly string[] = [
  ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY'],
  ...['LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND'],
  ...['OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'],
  'DC',
  ...['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
];

/**
 * States to the postal service, none to ISO: military post, and three countries that have its zip codes. Under their own
 * country codes those three are abroad, as they are in law: unlike the territories they are no part of the country.
 */
export const POSTAL_STATES: readonly string[] = [...['AA', 'AE', 'AP'], ...['FM', 'MH', 'PW']];
