/** Shows a received value in an error message: short, as JSON, and masked. */
import { maskValue } from './mask.ts';

interface DescribeOptions {
  /** Of the field that holds the value: it decides what is masked. */
  readonly name?: string;
  /** In code points, as JSON Schema counts the characters of a text; 60 by default. */
  readonly longest?: number;
}

export function describeValue(value: unknown, { name = '', longest = 60 }: DescribeOptions = {}): string {
  const text = toText(value, (whole) => maskValue(whole, name));

  if (countCharacters(text) <= longest) return text;
  const shown = firstCharacters(text, longest);

  return `${shown}… (${countCharacters(typeof value === 'string' ? value : text)} characters)`;
}

/** In code points. */
function countCharacters(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}

/** A character that is two units of UTF-16. */
const PAIR = /[\u{10000}-\u{10ffff}]/gu;

function firstCharacters(text: string, count: number): string {
  // No more than two units for each character are read of a long text.
  return [...text.slice(0, 2 * count)].slice(0, count).join('');
}

/** The same for a text that is redacted, masked and cut later: a piece of a secret could no longer be recognised. */
export function describeUnmasked(value: unknown): string {
  return toText(value, (whole) => whole);
}

function toText(value: unknown, mask: (value: unknown) => unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  try {
    const masked = mask(value);

    return typeof value === 'number' && typeof masked === 'string' ? masked : JSON.stringify(masked);
  } catch {
    return 'a value that is nested too deep';
  }
}
