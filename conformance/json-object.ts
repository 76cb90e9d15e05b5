/** Parses a text that has to be one JSON object. */
import { shallow } from './shallow.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The text as one JSON object; undefined where it is anything else. A byte order mark in front may be overlooked
 * (RFC 8259, 8.1), as most clients do.
 */
export function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(shallow(text.replace(/^\ufeff/, '')));

    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
