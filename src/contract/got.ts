/** How a value that came is shown to a person: short, and never with a long run of digits. */

const LONGEST = 60;

/** The value as JSON, cut at 60 characters unless said; of more than 8 digits in a row only the first six are repeated. */
export function describeGot(value: unknown, longest = LONGEST): string {
  const text = isOwnIdentifier(value) ? toText(value) : maskLongDigits(toText(value));

  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

/** The form of the mock's own sTxIds, which may hold many digits in a row and are no card numbers. */
function isOwnIdentifier(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) && /[a-f]/.test(value);
}

/** Digits of any script, set apart or not: this could be a card number (document 1.4). */
function isMostlyDigits(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;

  return digits > 8 && (value.match(/\p{L}/gu)?.length ?? 0) * 4 <= digits;
}

function toText(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (isMostlyDigits(value)) {
    const digits = value.match(/\p{Nd}/gu) ?? [];

    return `"${digits.slice(0, 6).join('')}…(${digits.length} digits)"`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  try {
    return JSON.stringify(value);
  } catch {
    return 'a value that is nested too deep';
  }
}

/** Replaces every run of more than 8 digits, which could be a card number (document 1.4). */
export function maskLongDigits(text: string): string {
  return text.replace(/\d{9,}/g, (digits) => `${digits.slice(0, 6)}…(${digits.length} digits)`);
}
