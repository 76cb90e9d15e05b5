/** The two-letter codes of the United States. */

/** ISO 3166-2:US has these: fifty states, the district, and the territories people live in. */
export const ISO_STATES: readonly string[] = [
  ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY'],
  ...['LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND'],
  ...['OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'],
  'DC',
  ...['AS', 'GU', 'MP', 'PR', 'VI'],
];

/** Military post: states to the postal service, none to ISO. */
export const MILITARY_STATES: readonly string[] = ['AA', 'AE', 'AP'];
