/** Shows a received value in an error message: short, as JSON, and masked. */
import { maskValue } from './mask.ts';

interface DescribeOptions {
  /** Of the field that holds the value: it decides what is masked. */
  readonly name?: string;
  /** In characters; 60 by default. */
  readonly longest?: number;
}

export function describeValue(value: unknown, { name = '', longest = 60 }: DescribeOptions = {}): string {
  const text = toText(value, (whole) => maskValue(whole, name));

  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
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
