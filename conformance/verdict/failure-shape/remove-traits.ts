/** Removes the traits of known failures from a request, so that another failure can show. */
import { isSafeText } from '../../rule/arbitraries/text.ts';
import type { FailureShape } from './shape.ts';
import { textTraits } from './traits.ts';

/** A failure with several traits can be avoided by removing any one of them; only the first combinations are tried. */
const MAX_COMBINATIONS = 4;

/** Lists of traits such as `data: single quote`; removing all traits of one list avoids every known failure. */
export function traitsToRemove(known: readonly FailureShape[]): readonly (readonly string[])[] {
  const combinations = known.reduce<readonly (readonly string[])[]>(
    (before, { traits }) =>
      before.flatMap((chosen) => removable(traits).map((trait) => [...new Set([...chosen, trait])])),
    [[]],
  );

  return known.length === 0 ? [] : combinations.slice(0, MAX_COMBINATIONS);
}

/** Without `data: given` where a second trait of the field explains the failure. */
function removable(traits: readonly string[]): readonly string[] {
  const split = traits.map(splitTrait);

  return traits.filter((_, index) => {
    const [name, trait] = split[index] ?? [];
    const isOnly = split.filter(([other]) => other === name).length === 1;

    return trait !== undefined && (trait !== 'given' || isOnly);
  });
}

/** `data: single quote` as field and trait; no trait where the text names no field. */
function splitTrait(text: string): readonly [string, string | undefined] {
  const [name = '', trait] = text.split(': ');

  return [name, trait];
}

/**
 * The request without these traits: without some characters of a text, else without the text or the field.
 * Undefined where that is impossible.
 *
 * @param required fields that cannot be removed
 */
export function removeTraits<Request extends object>(
  request: Request,
  traits: readonly string[],
  required: readonly string[] = [],
): Request | undefined {
  let fields = request as Readonly<Record<string, unknown>>;
  for (const text of traits) {
    const [name, trait] = splitTrait(text);
    if (trait === undefined || required.includes(name)) return undefined;
    if (!(name in fields)) continue;
    const { [name]: value, ...others } = fields;
    const left = valueWithout(value, trait);
    fields = left === undefined ? others : { ...others, [name]: left };
  }

  return fields as Request;
}

/** Undefined where nothing is left of the value. */
function valueWithout(value: unknown, trait: string): unknown {
  if (typeof value === 'string') return textWithout(value, trait);
  if (!Array.isArray(value) || trait === 'given') return undefined;
  if (trait === 'several texts' || trait === 'many texts') return value.slice(0, 1);
  const left = [...new Set(value.flatMap((text) => textWithout(String(text), trait) ?? []))];

  return left.length === 0 ? undefined : left;
}

function textWithout(text: string, trait: string): string | undefined {
  if (trait === 'given') return undefined;
  if (!textTraits(text).includes(trait)) return text;
  const characters = [...text].filter((character) => !textTraits(character).includes(trait)).join('');
  const left = trait === 'leading or trailing space' ? text.trim() : characters;

  return isSafeText(left) && !textTraits(left).includes(trait) ? left : undefined;
}
