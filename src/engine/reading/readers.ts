/** Readers of single values in a merchant file: validate, convert and describe as JSON Schema. */
import { type Day, readDay } from '../day.ts';
import { NOTHING, type Share, shareFromPercent, type Usd, usdFromText } from '../money.ts';
import { nearest } from './nearest.ts';
import { wordsShown } from './problem-text.ts';

/** The JSON Schema of a value in a merchant file. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: false | JsonSchema;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
}

/** A valid value, or the expected one with the suggestion of a similar word. */
type Reading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'invalid'; readonly expected: string; readonly suggestion: string | undefined };

export interface Reader<T> {
  readonly read: (value: unknown) => Reading<T>;
  /** Replaces an invalid value, so that the rest of the file is validated too. */
  readonly placeholder: T;
  /** The same check as JSON Schema, as far as possible. */
  readonly schema: JsonSchema;
}

/** Decimals are strings, because YAML floats are binary. Allows a sign for a better message. */
const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;
const UP_TO_100 = '^0*(?:100(?:\\.0+)?|[0-9]{1,2}(?:\\.[0-9]+)?)$';
const UNSIGNED = '^[0-9]+(?:\\.[0-9]+)?$';
const MAX_DECIMAL_LENGTH = 20;
const CARD_PREFIX = /^[0-9]{1,8}$/;
const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
const NOT_BLANK = /\S/;

export const percentReader: Reader<Share> = {
  placeholder: NOTHING,
  schema: decimalSchema('A percentage from 0 to 100, as a string.', UP_TO_100, '2.9'),
  read(value) {
    if (!isDecimal(value)) return unlike('a percentage as a string, such as "2.9"');
    if (value.length > MAX_DECIMAL_LENGTH) return tooLong('a percentage');
    const share = shareFromPercent(value);
    return share.isNegative() || share.greaterThan(1) ? unlike('a percentage from 0 to 100') : read(share);
  },
};

export const usdReader: Reader<Usd> = {
  placeholder: NOTHING,
  schema: decimalSchema('US dollars, 0 or more, as a string.', UNSIGNED, '0.30'),
  read(value) {
    if (!isDecimal(value)) return unlike('US dollars as a string, such as "0.30"');
    if (value.length > MAX_DECIMAL_LENGTH) return tooLong('US dollars');
    const amount = usdFromText(value);
    return amount.isNegative() ? unlike('US dollars, 0 or more') : read(amount);
  },
};

export const cardPrefixReader: Reader<string> = {
  placeholder: '',
  schema: {
    type: 'string',
    description: 'The first 1 to 8 digits of a card number, as a string; the longest prefix applies.',
    pattern: CARD_PREFIX.source,
    examples: ['4242'],
  },
  read(value) {
    const fits = typeof value === 'string' && CARD_PREFIX.test(value);
    return fits ? read(value) : unlike('the first 1 to 8 digits of a card as a string, such as "4242"');
  },
};

export const dayReader: Reader<Day | undefined> = {
  placeholder: undefined,
  schema: {
    type: 'string',
    description: 'A day, such as 2026-01-31.',
    pattern: DAY,
    examples: ['2026-01-31'],
  },
  read(value) {
    const day = typeof value === 'string' ? readDay(value) : undefined;
    return day === undefined ? unlike('a day of the calendar, such as 2026-01-31') : read(day);
  },
};

export function textReader(example: string, description: string): Reader<string> {
  return {
    placeholder: '',
    schema: { type: 'string', description, pattern: NOT_BLANK.source, examples: [example] },
    read(value) {
      const fits = typeof value === 'string' && NOT_BLANK.test(value);
      return fits ? read(value) : unlike(`a string that is not empty, such as "${example}"`);
    },
  };
}

/** Reads one of these words; an invalid value becomes an empty text. */
export function wordReader<Word extends string>(
  words: readonly Word[],
  description: string,
): Reader<Word | ''> {
  return {
    placeholder: '',
    schema: { type: 'string', description, enum: words },
    read(value) {
      const word = words.find((candidate) => candidate === value);
      return word === undefined ? unlike(wordsShown(words), nearest(value, words)) : read(word);
    },
  };
}

export function wholeNumberReader(minimum: number, maximum: number, description: string): Reader<number> {
  return {
    placeholder: minimum,
    schema: { type: 'integer', description, minimum, maximum },
    read(value) {
      const fits = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      return fits ? read(Number(value)) : unlike(`a whole number from ${minimum} to ${maximum}`);
    },
  };
}

export function read<T>(value: T): Reading<T> {
  return { kind: 'read', value };
}

export function unlike(expected: string, suggestion?: string): Reading<never> {
  return { kind: 'invalid', expected, suggestion };
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && DECIMAL.test(value);
}

/** Bounds the number of digits in a fee. */
function tooLong(what: string): Reading<never> {
  return unlike(`${what} in at most ${MAX_DECIMAL_LENGTH} characters`);
}

function decimalSchema(description: string, pattern: string, example: string): JsonSchema {
  return { type: 'string', description, pattern, maxLength: MAX_DECIMAL_LENGTH, examples: [example] };
}
