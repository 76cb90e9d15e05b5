/** The two-letter state codes of the United States. */

/** The codes of ISO 3166-2:US: fifty states, the district, the territories and the minor outlying islands. */
export const ISO_STATES: readonly string[] = [
  ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY'],
  ...['LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND'],
  ...['OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'],
  'DC',
  ...['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
];

/**
 * States of the postal service only: military post, and three sovereign countries that use its zip codes. With their own
 * country codes, those three count as foreign countries.
 */
export const POSTAL_STATES: readonly string[] = [...['AA', 'AE', 'AP'], ...['FM', 'MH', 'PW']];
