/** Validates names and options of choices, and collects the unknown ones. */
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from './choices.ts';

/** An unknown choice, or an unknown option of a choice. */
type UnknownChoice =
  | { readonly kind: 'unknown-name'; readonly name: string }
  | { readonly kind: 'unknown-option'; readonly name: ChoiceName; readonly option: unknown };

export interface ReadChoices {
  readonly choices: Choices;
  readonly strange: readonly UnknownChoice[];
}

/** Separates the options that an observation could not distinguish. */
export const EITHER = ' or ';

/** Reads the observations of a report; uses the first of several indistinguishable options. */
export function readObserved(observed: Readonly<Record<string, unknown>>): ReadChoices {
  const firsts = Object.entries(observed).map(([name, option]): [string, unknown] => {
    const known = CHOICE_NAMES.find((candidate) => candidate === name);
    const either = typeof option === 'string' ? option.split(EITHER) : [];
    const options: readonly string[] = known === undefined ? [] : optionsOf(known);

    return [name, either.every((one) => options.includes(one)) ? (either[0] ?? option) : option];
  });

  return readChoices(Object.fromEntries(firsts));
}

export function readChoices(given: Readonly<Record<string, unknown>>): ReadChoices {
  const strange: UnknownChoice[] = [];
  const choices: Partial<Record<ChoiceName, string>> = {};
  for (const [name, option] of Object.entries(given)) {
    const known = CHOICE_NAMES.find((candidate) => candidate === name);
    const options: readonly string[] = known === undefined ? [] : optionsOf(known);
    if (known === undefined) strange.push({ kind: 'unknown-name', name });
    else if (typeof option === 'string' && options.includes(option)) choices[known] = option;
    else strange.push({ kind: 'unknown-option', name: known, option });
  }

  return { choices: choices as Choices, strange };
}
