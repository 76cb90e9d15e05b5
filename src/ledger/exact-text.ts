/** Encodes any string losslessly for every store, including NUL and lone surrogates. */

/** JSON string escapes without the quotes: ordinary texts stay unchanged, different texts stay different. */
export function toExactText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromExactText(written: string): string {
  return JSON.parse(`"${written}"`);
}
