/** JSON in the form in which the text of a merchant file gives it. */

/** Objects become `Map`s, at any depth; everything else stays. */
export function asMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asMaps);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, inner]) => [key, asMaps(inner)]));
}
