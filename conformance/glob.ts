/** The only file that knows picomatch: names by patterns such as `nicn/*`. */
import picomatch from 'picomatch';
import { nearest } from '../src/engine/reading/nearest.ts';

/** A pattern selects nothing; the message names what is nearest. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
  readonly code = 'selection';
}

/** Names that patterns select from. */
interface Names {
  readonly names: readonly string[];
  /** What one of them is, such as `a rule`. */
  readonly what: string;
  /** What lists them all, as a sentence. */
  readonly list: string;
}

/**
 * The name of a group, such as `nicn`, is short for `nicn/*`.
 *
 * @throws SelectionError where the pattern selects none of the names
 */
export function matcherAmong({ names, what, list }: Names, pattern: string): (name: string) => boolean {
  const matches = picomatch(pattern.includes('/') ? pattern : [pattern, `${pattern}/*`]);
  if (names.some((name) => matches(name))) return matches;
  throw new SelectionError(
    `expected a pattern that selects ${what}, got ${pattern}. ${suggestPattern(pattern, names, list)}`,
  );
}

/** The group may be what is misspelt: `identiy/*` is near to no name, but `identity/*` to it. */
function suggestPattern(pattern: string, names: readonly string[], list: string): string {
  const groups = new Set(names.flatMap((name) => /^.*(?=\/)/.exec(name) ?? []));
  const [typed = '', rest = ''] = pattern.split(/(?=\/)/);
  const group = nearest(typed, [...groups]);
  const mended = group === undefined || group === typed ? undefined : group + rest;
  const isThere =
    mended !== undefined && names.some((name) => picomatch.isMatch(name, [mended, `${mended}/*`]));
  const meant = isThere ? mended : nearest(pattern, names);

  return meant === undefined ? list : `Did you mean ${meant}?`;
}

/** Which name somebody meant, in a sentence. */
export function suggest(typed: unknown, names: readonly string[], list: string): string {
  const meant = nearest(typed, names);

  return meant === undefined ? list : `Did you mean ${meant}?`;
}
