/** Reports duplicate values of a key that must be unique. */
import type { Parameters } from './parameters.ts';

/** Reports each row whose value occurs in a row above. Invalid values were read as empty texts. */
export function rejectDuplicates<Key extends string>(
  rows: readonly ({ readonly row: Parameters } & { readonly [K in Key]: string })[],
  key: Key,
): void {
  const taken = new Set<string>();
  for (const row of rows) {
    const text: string = row[key];
    if (text !== '' && taken.has(text)) row.row.reject(key, `a ${key} that no row above has`, text);
    taken.add(text);
  }
}
