/** What a request of the journal was, unmasked: to compare with, never to show. */
import type { Noted } from './noted.ts';

/** Undefined where there is none, or where it is not JSON. */
export function bodyOf({ asked }: Noted): unknown {
  if (asked.text === undefined || asked.text === '') return undefined;
  try {
    return JSON.parse(asked.text);
  } catch {
    return undefined;
  }
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;

  return (value as Readonly<Record<string, unknown>>)[name];
}
