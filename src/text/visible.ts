/**
 * Escapes text for terminals, CI logs and HTML: control characters, invisible characters, and workflow commands, which CI
 * runners execute when they read a log.
 */

const INVISIBLE = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]`;

/** Joiners of ligatures and emoji, which are harmless. */
const JOINERS = ['\u200c', '\u200d'];

/**
 * The character that starts a workflow command: GitHub and Azure execute `##[…]` and `##vso[…]` anywhere in a line,
 * TeamCity `##teamcity[…]`, and GitHub `::name …::` at the start of a line.
 */
const COMMAND = String.raw`(?<=#)#(?=\[|vso\[|teamcity\[)|(?<=:):(?=[A-Za-z][\w-]{0,60}(?:::|\s))`;

/** Characters that must be escaped before printing. */
export const UNSAFE = new RegExp(`${INVISIBLE}|${COMMAND}`, 'giu');

/**
 * Writes control characters, direction marks, noncharacters and the start of workflow commands as JSON escapes
 * (`\u202e`), so that JSON keeps its meaning. Leaves line breaks and tabs unchanged.
 */
export function visible(text: string): string {
  return escapeUnsafe(text, ['\n', '\t', ...JOINERS]);
}

/** Escapes line breaks and tabs, too. */
export function visibleLine(text: string): string {
  return escapeUnsafe(text, JOINERS);
}

/** Truncates a text and appends its length: that of the whole, also of one that was truncated before. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const [, length = text.length] = CUT.exec(text.slice(-LONGEST_NOTE)) ?? [];

  return `${startOf(text, most)}… (${length} characters in all)`;
}

const CUT = /… \((\d+) characters in all\)$/;
const LONGEST_NOTE = 40;

/** The first UTF-16 units, without half of a surrogate pair at the end. */
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
