/** One mapping of a merchant file, read key by key. It notes what is wrong and carries on. */
import type { Share, Usd } from '../money.ts';
import { nearest } from './nearest.ts';
import { keyPath, mismatch, unknownKey } from './problem-text.ts';
import { cardPrefixReader, percentReader, type Reader, textReader, usdReader } from './readers.ts';

/** What a model reads is what a model knows: a key that nobody has read by the end is unknown. */
export class Parameters {
  readonly #path: string;
  readonly #note: (problem: string) => void;
  readonly #known = new Set<string>();
  readonly #inner: Parameters[] = [];
  /** Nothing, where no key can be judged: then one problem stands for all of them. */
  #values: ReadonlyMap<unknown, unknown> | undefined;

  constructor(path: string, value: unknown, note: (problem: string) => void) {
    this.#path = path;
    this.#note = note;
    if (value instanceof Map) this.#values = value;
    else note(mismatch(path, 'a mapping', value));
  }

  percent(key: string): Share {
    return this.#read(key, percentReader);
  }

  usd(key: string): Usd {
    return this.#read(key, usdReader);
  }

  cardPrefix(key: string): string {
    return this.#read(key, cardPrefixReader);
  }

  text(key: string, example: string): string {
    return this.#read(key, textReader(example));
  }

  /** What a name stands for. Without it nobody knows which other keys are right, so none is judged. */
  choice<T>(key: string, choices: ReadonlyMap<string, T>): { name: string; chosen: T } | undefined {
    const name = this.#take(key);
    const chosen = typeof name === 'string' ? choices.get(name) : undefined;
    if (typeof name === 'string' && chosen !== undefined) return { name, chosen };

    this.reject(key, `one of ${[...choices.keys()].join(', ')}`, name);
    this.#values = undefined;
    return undefined;
  }

  mapping(key: string): Parameters {
    return this.#enter(keyPath(this.#path, key), this.#take(key));
  }

  optionalMapping(key: string): Parameters | undefined {
    return this.#take(key) === undefined ? undefined : this.mapping(key);
  }

  /** The mappings of a list, at least one. */
  list(key: string): readonly Parameters[] {
    const path = keyPath(this.#path, key);
    const items = this.#take(key);
    if (Array.isArray(items) && items.length > 0) {
      return items.map((item, at) => this.#enter(`${path}[${at}]`, item));
    }

    this.reject(key, 'a list of at least one', items);
    return [];
  }

  /** The mappings of a mapping, at least one, each with its name, in the order of the file. */
  named(key: string): readonly { name: string; parameters: Parameters }[] {
    const path = keyPath(this.#path, key);
    const items = this.#take(key);
    if (items instanceof Map && items.size > 0) {
      return [...items].map(([name, item]) => ({
        name: String(name),
        parameters: this.#enter(keyPath(path, String(name)), item),
      }));
    }

    this.reject(key, 'a mapping of at least one', items);
    return [];
  }

  /** Notes that the value of a key will not do, where keys can be judged at all. */
  reject(key: string, expected: string, got: unknown): void {
    if (this.#values !== undefined) this.#note(mismatch(keyPath(this.#path, key), expected, got));
  }

  /** Notes every key that was never asked for, here and in all that was read from here. */
  rejectUnknownKeys(): void {
    const known = [...this.#known];
    for (const key of [...(this.#values?.keys() ?? [])].map(String)) {
      if (this.#known.has(key)) continue;
      this.#note(unknownKey(keyPath(this.#path, key), known, nearest(key, known)));
    }
    for (const inner of this.#inner) inner.rejectUnknownKeys();
  }

  #read<T>(key: string, { read, placeholder }: Reader<T>): T {
    const value = this.#take(key);
    const reading = read(value);
    if (reading.kind === 'read') return reading.value;

    this.reject(key, reading.expected, value);
    return placeholder;
  }

  #take(key: string): unknown {
    this.#known.add(key);
    return this.#values?.get(key);
  }

  #enter(path: string, value: unknown): Parameters {
    const note = this.#values === undefined ? () => {} : this.#note;
    const inner = new Parameters(path, value, note);
    this.#inner.push(inner);
    return inner;
  }
}
