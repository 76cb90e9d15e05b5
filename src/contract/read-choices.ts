/** From names and options as somebody gave them to choices, and to what is none. */
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from './choices.ts';

/** What was given and is no choice, or no option of it. */
export type Strange =
  | { readonly kind: 'unknown-name'; readonly name: string }
  | { readonly kind: 'unknown-option'; readonly name: ChoiceName; readonly option: unknown };

export interface ReadChoices {
  readonly choices: Choices;
  readonly strange: readonly Strange[];
}

export function readChoices(given: Readonly<Record<string, unknown>>): ReadChoices {
  const strange: Strange[] = [];
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
