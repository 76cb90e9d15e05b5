/** Formats a received value for an error message: as JSON, masked and truncated. */
import { maskJson } from './mask-json.ts';
import { startOf } from './visible.ts';

interface DescribeOptions {
  /** Name of the field, which determines what is masked. */
  readonly name?: string;
  /** Maximum length in code points, as in JSON Schema; default 60. */
  readonly longest?: number;
}

export function describeValue(value: unknown, { name = '', longest = 60 }: DescribeOptions = {}): string {
  const beginning = typeof value === 'string' ? startOf(value, LONGEST_MASKED) : value;
  const text = toText(beginning, (json) => maskJson(json, { name, writeMask: (mask) => mask }));

  if (countCharacters(text) <= longest) return text;
  const shown = firstCharacters(text, longest);

  return `${shown}… (${countCharacters(typeof value === 'string' ? value : text)} characters)`;
}

/** In characters: more would take long to mask, and is never shown. */
const LONGEST_MASKED = 4_096;

/** In code points. */
function countCharacters(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}

/** A character of two UTF-16 units. */
const PAIR = /[\u{10000}-\u{10ffff}]/gu;

function firstCharacters(text: string, count: number): string {
  // A character has at most two units, so the rest of a long text is skipped.
  return [...text.slice(0, 2 * count)].slice(0, count).join('');
}

/** Formats a value without masking and truncating, for text that is redacted later: redaction needs whole secrets. */
export function describeUnmasked(value: unknown): string {
  return toText(value, (json) => json);
}

function toText(value: unknown, mask: (json: string) => string): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  try {
    return mask(JSON.stringify(value));
  } catch {
    return 'a value that is nested too deep';
  }
}
