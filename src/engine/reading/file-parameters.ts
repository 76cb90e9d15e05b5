/** Reads a mapping of a merchant file; collects all problems instead of stopping at the first. */
import { nearest } from './nearest.ts';
import { Parameters, type Variants, type Words } from './parameters.ts';
import {
  keyPath,
  mismatch,
  missingCompanion,
  noneOf,
  severalOf,
  unknownKey,
  wordsShown,
} from './problem-text.ts';
import type { Reader } from './readers.ts';

/** Converts the objects in a JSON value to Maps, the form of a parsed merchant file. */
export function asMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asMaps);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, inner]) => [key, asMaps(inner)]));
}

const AT_LEAST_ONE = 'a list of at least one';

/** Each key that was never read counts as unknown. */
export class FileParameters extends Parameters {
  readonly #path: string;
  readonly #report: (problem: string) => void;
  readonly #known = new Set<string>();
  /** Limits the report to one problem for each key. */
  readonly #rejected: string[] = [];
  readonly #inner: FileParameters[] = [];
  /** Undefined if no key can be judged: one problem was reported for the whole mapping. */
  #values: ReadonlyMap<unknown, unknown> | undefined;

  constructor(path: string, value: unknown, report: (problem: string) => void) {
    super();
    this.#path = path;
    this.#report = report;
    if (value instanceof Map) this.#values = value;
    else report(mismatch(path, 'a mapping', value));
  }

  value<T>(key: string, { read, placeholder }: Reader<T>): T {
    const value = this.#take(key);
    const reading = read(value);
    if (reading.kind === 'read') return reading.value;

    this.reject(key, reading.expected, value, reading.suggestion);
    return placeholder;
  }

  optional<T>(key: string, reader: Reader<T>): T | undefined {
    return this.#take(key) === undefined ? undefined : this.value(key, reader);
  }

  valueOr<T extends string | number>(key: string, reader: Reader<T | ''>, fallback: T): T {
    const value = this.optional(key, reader);
    return value === undefined || value === '' ? fallback : value;
  }

  mapping(key: string): Parameters {
    return this.#enter(keyPath(this.#path, key), this.#take(key));
  }

  optionalMapping(key: string): Parameters | undefined {
    return this.#take(key) === undefined ? undefined : this.mapping(key);
  }

  list<T>(key: string, _: string, read: (item: Parameters) => T): readonly T[] {
    const path = keyPath(this.#path, key);
    return this.#items(key).map((item, at) => read(this.#enter(`${path}[${at}]`, item)));
  }

  optionalList<T>(key: string, about: string, read: (item: Parameters) => T): readonly T[] {
    return this.#take(key) === undefined ? [] : this.list(key, about, read);
  }

  listOrWord<T>(key: string, about: string, words: Words<T>, read: (item: Parameters) => T): readonly T[] {
    const value = this.#take(key);
    if (Array.isArray(value) || value === undefined) return this.optionalList(key, about, read);
    const shipped = typeof value === 'string' ? words.get(value) : undefined;
    if (shipped !== undefined) return shipped();

    const known = [...words.keys()];
    this.reject(key, `a list or ${wordsShown(known)}`, value, nearest(value, known));
    return [];
  }

  optionalTexts(
    key: string,
    _: string,
    { read, placeholder }: Reader<string>,
  ): readonly string[] | undefined {
    if (this.#take(key) === undefined) return undefined;

    const path = keyPath(this.#path, key);
    const items = this.#items(key);
    return items.map((item, at) => {
      const reading = read(item);
      const place = `${path}[${at}]`;
      if (reading.kind === 'invalid')
        this.#report(mismatch(place, reading.expected, item, reading.suggestion));
      else if (items.indexOf(item) < at) this.#report(mismatch(place, 'one that is not there already', item));
      return reading.kind === 'read' ? reading.value : placeholder;
    });
  }

  named<T>(key: string, _: string, read: (item: Parameters, name: string) => T): readonly T[] {
    const path = keyPath(this.#path, key);
    const items = this.#take(key);
    if (items instanceof Map && items.size > 0) {
      return [...items].map(([itsKey, item]) => {
        const name = String(itsKey);
        if (name.trim() === '') this.reject(key, 'a name for each of them', name);
        return read(this.#enter(keyPath(path, name), item), name);
      });
    }

    this.reject(key, 'a mapping of at least one', items);
    return [];
  }

  optionalValues<T>(
    key: string,
    _: string,
    { read, placeholder }: Reader<T>,
  ): Readonly<Record<string, T>> | undefined {
    const values = this.#take(key);
    if (values === undefined) return undefined;
    if (!(values instanceof Map) || values.size === 0) {
      this.reject(key, 'a mapping of at least one', values);
      return undefined;
    }

    const path = keyPath(this.#path, key);
    const entries = [...values].map(([name, value]): [string, T] => {
      const reading = read(value);
      if (reading.kind === 'read') return [String(name), reading.value];
      this.#report(mismatch(keyPath(path, String(name)), reading.expected, value, reading.suggestion));
      return [String(name), placeholder];
    });
    return Object.fromEntries(entries);
  }

  variant<T>(key: string, variants: Variants<T>): { name: string; value: T } | undefined {
    const name = this.#take(key);
    const variant = typeof name === 'string' ? variants.get(name) : undefined;
    if (typeof name === 'string' && variant !== undefined) return { name, value: variant.read(this) };

    const known = [...variants.keys()];
    this.reject(key, wordsShown(known), name, nearest(name, known));
    if (name === undefined) this.#reportMisspelt(key);
    this.#values = undefined;
    return undefined;
  }

  unread(key: string): unknown {
    return this.#take(key);
  }

  needsOneOf(keys: readonly string[]): void {
    if (this.#values !== undefined && !keys.some((key) => this.#has(key))) {
      this.#report(noneOf(this.#path, keys));
    }
  }

  atMostOneOf(keys: readonly string[]): void {
    const together = keys.filter((key) => this.#has(key));
    if (together.length > 1) this.#report(severalOf(this.#path, keys, together));
  }

  needsWith(key: string, other: string): void {
    if (this.#has(key) && !this.#has(other)) this.#report(missingCompanion(this.#path, key, other));
  }

  reject(key: string, expected: string, got: unknown, suggestion?: string): void {
    if (this.#values === undefined || this.#rejected.includes(key)) return;

    this.#rejected.push(key);
    this.#report(mismatch(keyPath(this.#path, key), expected, got, suggestion));
  }

  /** Reports every key that was never read, here and in nested mappings. */
  rejectUnknownKeys(): void {
    const known = [...this.#known];
    for (const key of this.#unknown()) {
      this.#report(unknownKey(keyPath(this.#path, key), known, nearest(key, known)));
    }
    for (const inner of this.#inner) inner.rejectUnknownKeys();
  }

  #reportMisspelt(key: string): void {
    const misspelt = this.#unknown().find((unknown) => nearest(unknown, [...this.#known]) === key);
    if (misspelt !== undefined) this.#report(unknownKey(keyPath(this.#path, misspelt), [], key));
  }

  #unknown(): readonly string[] {
    return [...(this.#values?.keys() ?? [])].map(String).filter((key) => !this.#known.has(key));
  }

  #has(key: string): boolean {
    return this.#take(key) !== undefined;
  }

  #items(key: string): readonly unknown[] {
    const items = this.#take(key);
    if (Array.isArray(items) && items.length > 0) return items;

    this.reject(key, AT_LEAST_ONE, items);
    return [];
  }

  #take(key: string): unknown {
    this.#known.add(key);
    return this.#values?.get(key);
  }

  #enter(path: string, value: unknown): FileParameters {
    const report = this.#values === undefined ? () => {} : this.#report;
    const inner = new FileParameters(path, value, report);
    this.#inner.push(inner);
    return inner;
  }
}
