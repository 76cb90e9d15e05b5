/** Rules by group: the part of an id in front of the slash. */

export function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}

/** In the order in which each group first comes. */
export function byGroup<Rule extends { readonly id: string }>(
  rules: readonly Rule[],
): ReadonlyMap<string, readonly Rule[]> {
  return Map.groupBy(rules, ({ id }) => groupOf(id));
}
