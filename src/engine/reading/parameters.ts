/** One mapping of a merchant file, as whoever needs its values asks for them: key by key. */
import type { Share, Usd } from '../money.ts';
import { cardPrefixReader, percentReader, type Reader, usdReader } from './readers.ts';

/**
 * What is asked for is what is known: from the same questions come the values of a file, with everything that is
 * wrong with it, and the schema that editors complete a file by. So ask for every key, whatever the others are,
 * and say in `about` what the key is for: editors show it.
 */
export abstract class Parameters {
  /** The value of a key that has to be there. */
  abstract value<T>(key: string, reader: Reader<T>, about?: string): T;

  /** The value of a key that may be left out. */
  abstract optional<T>(key: string, reader: Reader<T>, about?: string): T | undefined;

  /** The same, with what holds where it is left out. */
  abstract valueOr<T extends string | number>(key: string, reader: Reader<T | ''>, otherwise: T): T;

  abstract mapping(key: string, about: string): Parameters;

  abstract optionalMapping(key: string, about: string): Parameters | undefined;

  /** The mappings of a list, at least one. */
  abstract list<T>(key: string, about: string, read: (item: Parameters) => T): readonly T[];

  /** The same, or none where the key is left out. */
  abstract optionalList<T>(key: string, about: string, read: (item: Parameters) => T): readonly T[];

  /** The mappings of a list, at least one, or a word that stands for a list that is shipped; none where left out. */
  abstract listOrWord<T>(
    key: string,
    about: string,
    words: Words<T>,
    read: (item: Parameters) => T,
  ): readonly T[];

  /** The strings of a list, at least one and each once; nothing where the key is left out. */
  abstract optionalTexts(key: string, about: string, reader: Reader<string>): readonly string[] | undefined;

  /** The mappings of a mapping, at least one, each with its name, in the order of the file. */
  abstract named<T>(key: string, about: string, read: (item: Parameters, name: string) => T): readonly T[];

  /** The values of a mapping, at least one, each by its name; nothing where the key is left out. */
  abstract optionalValues<T>(
    key: string,
    about: string,
    reader: Reader<T>,
  ): Readonly<Record<string, T>> | undefined;

  /** What a name stands for, read from this same mapping. Without it nobody knows which keys are right. */
  abstract variant<T>(key: string, variants: Variants<T>): { name: string; value: T } | undefined;

  /** The value of a key that another part of the program reads; undefined where the key is left out. */
  abstract unread(key: string): unknown;

  /** One of these keys has to be there, or several. */
  abstract needsOneOf(keys: readonly string[]): void;

  /** No two of these keys go together. */
  abstract atMostOneOf(keys: readonly string[]): void;

  /** Where the one key is, the other has to be too. */
  abstract needsWith(key: string, other: string): void;

  /** Notes that the value of a key will not do, for a reason that no schema can tell. */
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

/** Each word with its list, which is read only where a file has the word. */
export type Words<T> = ReadonlyMap<string, () => readonly T[]>;

export type Variants<T> = ReadonlyMap<string, Variant<T>>;

export interface Variant<T> {
  /** One sentence for editors. */
  readonly about: string;
  readonly read: (parameters: Parameters) => T;
}
