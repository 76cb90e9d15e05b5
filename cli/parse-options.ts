/** Reads the value of one command-line option, or throws a UsageError that says what was expected. */
import { type CommandInput, UsageError } from './command.ts';

export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];

  return typeof value === 'string' ? value : undefined;
}

export function isSet({ options }: CommandInput, name: string): boolean {
  return options[name] === true;
}

export function listOption({ options }: CommandInput, name: string): readonly string[] {
  const value = options[name];

  return Array.isArray(value) ? value : [];
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Whether fractions are allowed. */
  readonly fractions?: boolean;
}

/** @throws UsageError where it is not a number within the bounds */
export function numberOption(
  input: CommandInput,
  name: string,
  { min, max, fractions = false }: Bounds,
): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= min && value <= max && (fractions || Number.isInteger(value))) return value;
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(
    `--${flag}: expected a ${fractions ? '' : 'whole '}number from ${min} to ${max}, got ${text}`,
  );
}

/** A 32-bit number. @throws UsageError */
export function seedOption(input: CommandInput, name: string): number | undefined {
  return numberOption(input, name, { min: 0, max: 2 ** 31 - 1 });
}

/** @throws UsageError where it is none of the names */
export function enumOption<Name extends string>(
  input: CommandInput,
  name: string,
  names: readonly Name[],
): Name | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const known = names.find((candidate) => candidate === text);
  if (known !== undefined) return known;
  throw new UsageError(`--${name}: expected one of ${names.join(', ')}, got ${text}`, { typed: text, names });
}
