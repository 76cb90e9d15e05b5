/** Converts the objects in a JSON value to Maps, the form of a parsed merchant file. */
export function asMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asMaps);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, inner]) => [key, asMaps(inner)]));
}
