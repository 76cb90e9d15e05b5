/** How one value of a merchant file is read: what it must look like, and what it then means. */
import { NOTHING, type Share, shareFromPercent, type Usd, usdFromText } from '../money.ts';

/** What a value is, or what was expected in its place. */
type Reading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'unlike'; readonly expected: string };

export interface Reader<T> {
  readonly read: (value: unknown) => Reading<T>;
  /** Stands in for a value that cannot be read, so that the rest of the file is looked at too. */
  readonly placeholder: T;
}

/** Strings, because a YAML float has lost its digits before we see it. */
const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;
const LONGEST_DECIMAL = 20;
const CARD_PREFIX = /^[0-9]{1,8}$/;

export const percentReader: Reader<Share> = {
  placeholder: NOTHING,
  read(value) {
    if (!isDecimal(value)) return unlike('a percentage as a string, such as "2.9"');
    const share = shareFromPercent(value);
    return share.isNegative() || share.greaterThan(1) ? unlike('a percentage from 0 to 100') : read(share);
  },
};

export const usdReader: Reader<Usd> = {
  placeholder: NOTHING,
  read(value) {
    if (!isDecimal(value)) return unlike('US dollars as a string, such as "0.30"');
    const amount = usdFromText(value);
    return amount.isNegative() ? unlike('US dollars, 0 or more') : read(amount);
  },
};

export const cardPrefixReader: Reader<string> = {
  placeholder: '',
  read(value) {
    const fits = typeof value === 'string' && CARD_PREFIX.test(value);
    return fits ? read(value) : unlike('the first 1 to 8 digits of a card as a string, such as "4242"');
  },
};

export function textReader(example: string): Reader<string> {
  return {
    placeholder: '',
    read(value) {
      const fits = typeof value === 'string' && value.trim() !== '';
      return fits ? read(value) : unlike(`a string that is not empty, such as "${example}"`);
    },
  };
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_DECIMAL && DECIMAL.test(value);
}

function read<T>(value: T): Reading<T> {
  return { kind: 'read', value };
}

function unlike(expected: string): Reading<never> {
  return { kind: 'unlike', expected };
}
