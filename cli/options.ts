/** Options of commands. Each is declared once: its help, parsing, errors and completion derive from the declaration. */
import { UsageError } from './command.ts';

/** As the command line has it: a text, `true` without a value, a list where it may be repeated. */
type TypedValue = string | true | readonly string[] | undefined;

/** The values that shells offer: words, or the name of a list. */
export type Offer =
  | 'rule'
  | 'defect'
  | 'rule-or-group'
  | 'client-rule-or-group'
  | 'any-rule-or-group'
  | 'choice'
  | 'report'
  | readonly string[];

export interface Option<T = unknown> {
  /** As commander writes it: `<file>`, `[seed]`, or nothing for a flag. Shells offer files for <file> and <report>. */
  readonly value: string;
  /** For the help, bounds and default included. */
  readonly about: string;
  readonly isRepeatable?: true;
  readonly offers?: Offer | undefined;
  /** @throws UsageError where the text is not what was expected */
  readonly read: (typed: TypedValue, flag: string) => T;
}

/** By their names: `maxTime` is --max-time. */
export type Options = Readonly<Record<string, Option>>;

export type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never;
};

export function flag(about: string): Option<boolean> {
  return { value: '', about, read: (typed) => typed === true };
}

/** @param parse reads the text; by default it is the value */
export function text(value: string, about: string, offers?: Offer): Option<string | undefined>;
export function text<T>(
  value: string,
  about: string,
  offers: Offer | undefined,
  parse: (text: string, flag: string) => T,
): Option<T | undefined>;
export function text(
  value: string,
  about: string,
  offers?: Offer,
  parse: (text: string, flag: string) => unknown = (typed) => typed,
): Option {
  return {
    value,
    about,
    offers,
    read: (typed, flag) => (typeof typed === 'string' ? parse(typed, flag) : undefined),
  };
}

export function list(value: string, about: string, offers?: Offer): Option<readonly string[]> {
  return {
    value,
    about,
    offers,
    isRepeatable: true,
    read: (typed) => (typeof typed === 'object' ? typed : []),
  };
}

interface NumberBounds {
  readonly min: number;
  readonly max: number;
  /** Whether fractions are allowed. */
  readonly fractions?: true;
  /** Whether the help leaves them out. */
  readonly hidden?: true;
  /** The default, or words about it for the help. */
  readonly default?: number | string;
}

type Default<B extends NumberBounds> = B extends { readonly default: number } ? number : number | undefined;

export function number<const B extends NumberBounds>(
  value: string,
  about: string,
  bounds: B,
): Option<Default<B>> {
  const { min, max, default: usual, hidden } = bounds;

  return {
    value,
    about: `${about}${hidden ? '' : `, ${min} to ${max}`}${usual === undefined ? '' : ` (default ${usual})`}`,
    read: (typed, flag) =>
      (typeof typed === 'string'
        ? readNumber(typed, flag, bounds)
        : typeof usual === 'number'
          ? usual
          : undefined) as Default<B>,
  };
}

/** @throws UsageError where it is not a number within the bounds */
export function readNumber(typed: string, flag: string, { min, max, fractions }: NumberBounds): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (value >= min && value <= max && (fractions || Number.isInteger(value))) return value;
  throw new UsageError(
    `${flag}: expected a ${fractions ? '' : 'whole '}number from ${min} to ${max}, got ${typed}`,
  );
}

/** Seconds on the command line, milliseconds for the command. */
export function seconds(about: string, bounds: NumberBounds): Option<number | undefined> {
  const inSeconds = number('<seconds>', about, bounds);

  return {
    ...inSeconds,
    read: (typed, flag) => (typed === undefined ? undefined : Number(inSeconds.read(typed, flag)) * 1000),
  };
}

/** Seeds are 32-bit numbers. */
export const SEED = { min: 0, max: 2 ** 31 - 1 } as const;

/** One of some names. */
export function oneOf<const Name extends string>(
  value: string,
  about: string,
  names: readonly Name[],
): Option<Name | undefined> {
  return text(value, about, names, (typed, flag) => {
    const known = names.find((name) => name === typed);
    if (known !== undefined) return known;
    throw new UsageError(`${flag}: expected one of ${names.join(', ')}, got ${typed}`, { typed, names });
  });
}

/** Such as `--max-time` for `maxTime`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** @param typed as commander parsed them. @throws UsageError */
export function readOptions<O extends Options>(
  options: O,
  typed: Readonly<Record<string, TypedValue>>,
): Values<O> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, option.read(typed[name], flagOf(name))]),
  ) as Values<O>;
}
