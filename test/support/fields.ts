/** The fields of a fee request, without the identifiers (section 2.1). */
export const FEE_FIELDS: readonly string[] = [
  'amount',
  'nicn',
  'region',
  'campaign',
  'country',
  'processor',
  'cardToken',
  'data',
  'totalAmount',
];
