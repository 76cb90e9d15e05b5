/** Records which keys the reading code reads, and generates their JSON Schema. */
import { Parameters, type Variants, type Words } from './parameters.ts';
import type { JsonSchema, Reader } from './readers.ts';

type Describe = () => JsonSchema;

export class SchemaParameters extends Parameters {
  readonly #properties = new Map<string, Describe>();
  readonly #required: string[] = [];
  /** Constraints between keys. */
  readonly #needs: JsonSchema[] = [];
  /** The variants by name, with the keys of each. */
  #variants: ReadonlyMap<string, SchemaParameters> | undefined;

  /** The schema of all keys that were read. */
  schema(): JsonSchema {
    if (this.#variants === undefined) return this.#object();

    const variants = [...this.#variants];
    return { oneOf: variants.map(([title, variant]) => ({ title, ...variant.#object(this) })) };
  }

  value<T>(key: string, reader: Reader<T>, about = ''): T {
    this.optional(key, reader, about);
    this.#required.push(key);
    return reader.placeholder;
  }

  optional<T>(key: string, { schema }: Reader<T>, about = ''): undefined {
    const description = [about, schema.description ?? ''].filter((text) => text !== '').join(' ');
    this.#describe(key, () => ({ ...schema, description }));
  }

  valueOr<T extends string | number>(key: string, { schema }: Reader<T | ''>, fallback: T): T {
    this.#describe(key, () => ({ ...schema, default: fallback }));
    return fallback;
  }

  mapping(key: string, about: string): Parameters {
    this.#required.push(key);
    return this.optionalMapping(key, about);
  }

  optionalMapping(key: string, about: string): Parameters {
    const inner = new SchemaParameters();
    this.#describe(key, () => ({ description: about, ...inner.schema() }));
    return inner;
  }

  list<T>(key: string, about: string, read: (item: Parameters) => T): readonly T[] {
    this.#required.push(key);
    return this.optionalList(key, about, read);
  }

  optionalList<T>(key: string, about: string, read: (item: Parameters) => T): readonly T[] {
    const item = new SchemaParameters();
    this.#describe(key, () => ({ description: about, ...listOf(item.schema()) }));
    return [read(item)];
  }

  listOrWord<T>(key: string, about: string, words: Words<T>, read: (item: Parameters) => T): readonly T[] {
    const item = new SchemaParameters();
    const word: JsonSchema = { title: 'the shipped list', type: 'string', enum: [...words.keys()] };
    this.#describe(key, () => ({ description: about, oneOf: [word, listOf(item.schema())] }));
    return [read(item)];
  }

  optionalTexts(key: string, about: string, { schema }: Reader<string>): undefined {
    this.#describe(key, () => ({ description: about, ...listOf(schema), uniqueItems: true }));
  }

  named<T>(key: string, about: string, read: (item: Parameters, name: string) => T): readonly T[] {
    const item = new SchemaParameters();
    this.#describe(key, () => ({
      description: about,
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '\\S' },
      additionalProperties: item.schema(),
    }));
    this.#required.push(key);
    return [read(item, 'name')];
  }

  optionalValues<T>(key: string, about: string, { schema }: Reader<T>): undefined {
    this.#describe(key, () => ({
      description: about,
      type: 'object',
      minProperties: 1,
      additionalProperties: schema,
    }));
  }

  variant<T>(key: string, variants: Variants<T>): undefined {
    const read = [...variants].map(([name, { about, read }]): [string, SchemaParameters] => {
      const variant = new SchemaParameters();
      variant.#required.push(key);
      variant.#describe(key, () => ({ description: about, const: name }));
      read(variant);
      return [name, variant];
    });
    this.#variants = new Map(read);
  }

  unread(): undefined {}

  needsOneOf(keys: readonly string[]): void {
    this.#needs.push({ anyOf: keys.map((key) => ({ properties: { [key]: {} }, required: [key] })) });
  }

  atMostOneOf(keys: readonly string[]): void {
    const each = keys.map((key) => ({ properties: { [key]: {} }, required: [key] }));
    this.#needs.push({ oneOf: [...each, { not: { anyOf: each } }] });
  }

  needsWith(key: string, other: string): void {
    this.#needs.push({ dependentRequired: { [key]: [other] } });
  }

  reject(): void {}

  /** @param also the keys of all variants */
  #object(also: SchemaParameters = new SchemaParameters()): JsonSchema {
    const properties = [...this.#properties, ...also.#properties];
    const needs = [...also.#needs, ...this.#needs];
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(([key, describe]) => [key, describe()])),
      required: [...this.#required, ...also.#required],
      additionalProperties: false,
      ...(needs.length === 0 ? {} : { allOf: needs }),
    };
  }

  #describe(key: string, describe: Describe): void {
    this.#properties.set(key, describe);
  }
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items, minItems: 1 };
}
