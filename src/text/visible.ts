/**
 * Makes text safe to print: for terminals, which act on control characters, for readers, from whom other characters
 * hide text, and for CI runners, which obey commands in the log of a step.
 */

const INVISIBLE = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]`;

/** Joiners of ligatures and emoji: they hide nothing. */
const JOINERS = ['\u200c', '\u200d'];

/**
 * The character that makes a command of what follows: GitHub and Azure obey `##[…]` and `##vso[…]` anywhere in a line,
 * TeamCity `##teamcity[…]`, and GitHub `::name …::` at the beginning of one.
 */
const COMMAND = String.raw`(?<=#)#(?=\[|vso\[|teamcity\[)|(?<=:):(?=[A-Za-z][\w-]{0,60}(?:::|\s))`;

/** What must not be printed as it is. */
export const UNSAFE = new RegExp(`${INVISIBLE}|${COMMAND}`, 'giu');

/**
 * Writes control characters, marks that turn the direction of writing, characters that are none, and the beginning of
 * commands to CI runners as JSON writes them (`\u202e`), so that JSON stays the same JSON. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return escapeUnsafe(text, ['\n', '\t', ...JOINERS]);
}

/** The same, on one line. */
export function visibleLine(text: string): string {
  return escapeUnsafe(text, JOINERS);
}

/** At the most so many characters of it, and how many there are in all. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;

  return `${startOf(text, most)}… (${text.length} characters in all)`;
}

/** The first units of UTF-16, without half of a character at the end. */
export function startOf(text: string, most: number): string {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));

  return text.slice(0, isSplit ? most - 1 : most);
}

function escapeUnsafe(text: string, kept: readonly string[]): string {
  return text.replaceAll(UNSAFE, (unsafe) =>
    kept.includes(unsafe) ? unsafe : (SHORT[unsafe] ?? escapeUnits(unsafe)),
  );
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));

  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
