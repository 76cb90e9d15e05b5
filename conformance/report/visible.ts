/** What a server sent, as it can be shown: nothing hidden, nothing that a terminal or a page acts on, not too long. */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** Joiners of ligatures and emoji: they hide nothing. */
const JOINERS = ['\u200c', '\u200d'];

/**
 * Writes control characters, marks that turn the direction of writing, and characters that are none as JSON writes
 * them (`\u202e`), so that JSON stays the same JSON. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return escapeInvisible(text, ['\n', '\t', ...JOINERS]);
}

/** The same, on one line. */
export function visibleLine(text: string): string {
  return escapeInvisible(text, JOINERS);
}

/** At the most so many characters of it, and how many there are in all. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));

  return `${text.slice(0, isSplit ? most - 1 : most)}… (${text.length} characters in all)`;
}

function escapeInvisible(text: string, kept: readonly string[]): string {
  return text.replaceAll(INVISIBLE, (character) =>
    kept.includes(character) ? character : (SHORT[character] ?? escapeUnits(character)),
  );
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));

  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
