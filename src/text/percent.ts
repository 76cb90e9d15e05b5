/** Decodes percent-encoding that may be wrong. */

/** Leaves a text as it is that has it wrong. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes what is encoded up to three times. */
export function decodedFully(text: string): string {
  return decoded(decoded(decoded(text)));
}
