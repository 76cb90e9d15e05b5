/** Decodes percent-encoding that may be invalid. */

/** Returns a text with invalid encoding unchanged. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes a text that is encoded up to three times. */
export function decodedFully(text: string): string {
  return decoded(decoded(decoded(text)));
}
