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
