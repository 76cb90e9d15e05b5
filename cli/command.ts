/** A subcommand as it is declared: its words and options, from which help, parsing, errors and completion derive. Examples and notes of its help are a file of `help`. */
import { nearest } from '../src/reading/nearest.ts';
import type { Paint } from './terminal.ts';

export interface Command<O extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<report> <rule> [url]`. */
  readonly arguments: readonly (readonly [name: string, description: string, offers?: Offer])[];
  /** In the order of the help. */
  readonly options: O;
  /** The fields that --json prints, for docs/cli.md. */
  readonly json?: string;
}

/** Runs a command with its parsed arguments and options: `Run<typeof mock>`. */
export type Run<C extends Command = Command> = (
  input: { readonly arguments: readonly string[]; readonly options: Values<C> },
  context: CommandContext,
) => Promise<CommandOutput>;

/** Declares a command. */
export function command<const O extends Options>(declared: Command<O>): Command<O> {
  return declared;
}

/** The parts of the process that a command may use. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How this command was called, for the commands that it prints. */
  readonly command: string;
  /** Prints at once, for a command that goes on running. */
  readonly print: (text: string) => void;
  /** The same on standard error. */
  readonly warn: (text: string) => void;
  /** Shows how far the command is, on standard error; nothing any more with an empty text. */
  readonly progress: (text: string) => void;
  /** Lines of the terminal on standard output; undefined without one. */
  readonly rows: number | undefined;
  /** Colours for standard output, where it shows them. */
  readonly paint: Paint;
  /** Runs another command, as if the process had been started with these arguments. */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<CommandOutput>;
  /** Aborts on SIGINT, SIGTERM and SIGHUP. Until a command reads it, these signals end the process at once. */
  readonly shutdown: AbortSignal;
  /** Aborts on the second signal, for a command that waits for something after the first. Until read, it ends the process. */
  readonly hurry: AbortSignal;
  /** Aborts when the reader of standard output has left, as `head` does. */
  readonly outputClosed: AbortSignal;
}

export interface CommandOutput {
  readonly code: number;
  /** For standard output. */
  readonly out: string;
  /** For standard error. */
  readonly problem?: string;
}

/** Wrong usage or configuration. */
export const WRONG_USAGE = 2;

/** Nothing can be said, for example because the service or the mock did not respond. */
export const INCONCLUSIVE = 3;

/** Wrong usage (exit code 2). The message says where, what was expected, and what was received. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';

  /** @param misspelt a word that may be misspelt: the nearest known one follows the message */
  constructor(message: string, misspelt?: { readonly typed: string; readonly names: readonly string[] }) {
    const meant = misspelt && nearest(misspelt.typed, misspelt.names);
    super(meant === undefined ? message : `${message}. Did you mean ${meant}?`);
  }
}

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

/** Declared once: its help, parsing, errors, completion and the type of its value derive from the declaration. */
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

/** The values of a command's options, or of options that several share. */
export type Values<O extends Command | Options> = O extends Command<infer Own> ? ValuesOf<Own> : ValuesOf<O>;

type ValuesOf<O> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never;
};

export function flag(about: string): Option<boolean> {
  return { value: '', about, read: (typed) => typed === true };
}

export function text(value: string, about: string, offers?: Offer): Option<string | undefined> {
  return parsed(value, about, (typed) => typed, offers);
}

/** @param parse reads the text, which is not empty; a RangeError says what was expected, and got */
export function parsed<T>(
  value: string,
  about: string,
  parse: (text: string, flag: string) => T,
  offers?: Offer,
): Option<T | undefined> {
  const read = (typed: TypedValue, flag: string) => {
    if (typeof typed !== 'string') return undefined;
    try {
      return parse(refuseEmpty(typed, flag, value), flag);
    } catch (error) {
      throw error instanceof RangeError ? new UsageError(`${flag}: ${error.message}`) : error;
    }
  };

  return { value, about, offers, read };
}

/** An empty text comes from a variable that is not set. @throws UsageError */
export function refuseEmpty(typed: string, where: string, expected: string): string {
  if (typed.trim() !== '') return typed;
  throw new UsageError(`${where}: expected ${expected}, got an empty text: is a variable not set?`);
}

export function list(value: string, about: string, offers?: Offer): Option<readonly string[]> {
  const read = (typed: TypedValue) => (typeof typed === 'object' ? typed : []);

  return { value, about, offers, isRepeatable: true, read };
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
  const fallback = typeof usual === 'number' ? usual : undefined;
  const range = hidden ? '' : `, ${min} to ${max}`;

  return {
    value,
    about: `${about}${range}${usual === undefined ? '' : ` (default ${usual})`}`,
    read: (typed, flag) =>
      (typeof typed === 'string' ? readNumber(typed, flag, bounds) : fallback) as Default<B>,
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
  const { read, ...declared } = number('<seconds>', about, bounds);

  return {
    ...declared,
    read: (typed, flag) => (typed === undefined ? undefined : Number(read(typed, flag)) * 1000),
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
  return parsed(value, about, (typed, flag) => readName(typed, `${flag}: `, names), names);
}

/** @param where begins the message. @throws UsageError */
export function readName<Name extends string>(typed: string, where: string, names: readonly Name[]): Name {
  const known = names.find((name) => name === typed);
  if (known !== undefined) return known;
  throw new UsageError(`${where}expected one of ${names.join(', ')}, got ${typed || 'nothing'}`, {
    typed,
    names,
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
  const entries = Object.entries(options).map(([name, { read }]) => [name, read(typed[name], flagOf(name))]);

  return Object.fromEntries(entries) as Values<O>;
}
