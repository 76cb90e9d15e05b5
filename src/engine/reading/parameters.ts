/** The interface for reading one mapping of a merchant file, key by key. */
import type { Share, Usd } from '../money.ts';
import { cardPrefixReader, percentReader, type Reader, usdReader } from './readers.ts';

/**
 * The same reading code validates a file and generates its JSON Schema. Read every key unconditionally, and describe it
 * in `about`, which editors show.
 */
export abstract class Parameters {
  /** The value of a required key. */
  abstract value<T>(key: string, reader: Reader<T>, about?: string): T;

  /** The value of an optional key. */
  abstract optional<T>(key: string, reader: Reader<T>, about?: string): T | undefined;

  /** The value of an optional key with a default. */
  abstract valueOr<T extends string | number>(key: string, reader: Reader<T | ''>, fallback: T): T;

  abstract mapping(key: string, about: string): Parameters;

  abstract optionalMapping(key: string, about: string): Parameters | undefined;

  /** A required list of mappings, not empty. */
  abstract list<T>(key: string, about: string, read: (item: Parameters) => T): readonly T[];

  /** An optional list of mappings; empty by default. */
  abstract optionalList<T>(key: string, about: string, read: (item: Parameters) => T): readonly T[];

  /** An optional list of mappings, or the name of a shipped list; empty by default. */
  abstract listOrWord<T>(
    key: string,
    about: string,
    words: Words<T>,
    read: (item: Parameters) => T,
  ): readonly T[];

  /** An optional list of unique strings, not empty. */
  abstract optionalTexts(key: string, about: string, reader: Reader<string>): readonly string[] | undefined;

  /** A required mapping of names to mappings, not empty, in the order of the file. */
  abstract named<T>(key: string, about: string, read: (item: Parameters, name: string) => T): readonly T[];

  /** An optional mapping of names to values, not empty. */
  abstract optionalValues<T>(
    key: string,
    about: string,
    reader: Reader<T>,
  ): Readonly<Record<string, T>> | undefined;

  /** The variant that a key selects, read from the same mapping. */
  abstract variant<T>(key: string, variants: Variants<T>): { name: string; value: T } | undefined;

  /** The value of an optional key that another part of the program validates. */
  abstract unread(key: string): unknown;

  /** Requires at least one of these keys. */
  abstract needsOneOf(keys: readonly string[]): void;

  /** Allows at most one of these keys. */
  abstract atMostOneOf(keys: readonly string[]): void;

  /** Requires `other` if `key` is present. */
  abstract needsWith(key: string, other: string): void;

  /** Reports an invalid value that JSON Schema cannot detect. */
  abstract reject(key: string, expected: string, got: unknown): void;

  percent(key: string, about: string): Share {
    return this.value(key, percentReader, about);
  }

  usd(key: string, about: string): Usd {
    return this.value(key, usdReader, about);
  }

  cardPrefix(key: string): string {
    return this.value(key, cardPrefixReader);
  }
}

/** Shipped lists by name, loaded on demand. */
export type Words<T> = ReadonlyMap<string, () => readonly T[]>;

export type Variants<T> = ReadonlyMap<string, Variant<T>>;

export interface Variant<T> {
  /** One sentence, shown by editors. */
  readonly about: string;
  readonly read: (parameters: Parameters) => T;
}

/** Reports each row whose value occurs in a row above. Invalid values were read as empty texts. */
export function rejectDuplicates<Key extends string>(
  rows: readonly ({ readonly row: Parameters } & { readonly [K in Key]: string })[],
  key: Key,
): void {
  const taken = new Set<string>();
  for (const row of rows) {
    const text: string = row[key];
    if (text !== '' && taken.has(text)) row.row.reject(key, `a ${key} that no row above has`, text);
    taken.add(text);
  }
}
