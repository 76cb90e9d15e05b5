/** Says of rows that something which must be once is there twice. */
import type { Parameters } from './parameters.ts';

/** Notes each row whose text under the key a row above has already. A text that could not be read is empty. */
export function rejectRepeats<Key extends string>(
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
