/** What is left of a request without that which known failures name, so that another failure can show itself. */
import { isSafeText } from '../arbitraries/text.ts';
import type { Shape } from './shape.ts';
import { textTraits } from './traits.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where a failure names several things and any one of them can go, so many ways of leaving them out are tried. */
const MOST_WAYS = 4;

/**
 * What has to be left out of a request so that none of these failures explains what comes: lists of edits such as
 * `data: single quote`, each enough by itself. None where a failure names nothing that can be left out.
 */
export function waysToUnmask(known: readonly Shape[]): readonly (readonly string[])[] {
  const ways = known.reduce<readonly (readonly string[])[]>(
    (before, { edits }) =>
      before.flatMap((way) => specialOf(edits).map((edit) => [...new Set([...way, edit])])),
    [[]],
  );

  return known.length === 0 ? [] : ways.slice(0, MOST_WAYS);
}

/** A field that is special for what it holds is not special for being there. */
function specialOf(edits: readonly string[]): readonly string[] {
  return edits.filter((edit) => {
    const { name, trait } = readEdit(edit);
    if (name === undefined) return false;

    return trait !== 'given' || !edits.some((other) => other !== edit && readEdit(other).name === name);
  });
}

function readEdit(edit: string): { readonly name?: string; readonly trait: string } {
  const [name, trait] = edit.split(': ');

  return name === undefined || trait === undefined ? { trait: edit } : { name, trait };
}

/**
 * The request without them: without those characters of a text, or without the text or the whole field where that is
 * what is special. Undefined where it cannot be done. @param kept fields that have to stay
 */
export function withoutEdits<Request extends object>(
  request: Request,
  edits: readonly string[],
  kept: readonly string[] = [],
): Request | undefined {
  let left: Fields = request as Fields;
  for (const edit of edits) {
    const { name, trait } = readEdit(edit);
    if (name === undefined || kept.includes(name)) return undefined;
    if (!(name in left)) continue;
    const value = without(left[name], trait);
    const others = Object.entries(left).filter(([other]) => other !== name);
    left = Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
  }

  return left as Request;
}

/** Undefined where nothing is left of the value. */
function without(value: unknown, trait: string): unknown {
  if (typeof value === 'string') return textWithout(value, trait);
  if (!Array.isArray(value) || trait === 'given') return undefined;
  if (trait === 'several texts' || trait === 'many texts') return value.slice(0, 1);
  const left = value.flatMap((text) => textWithout(String(text), trait) ?? []);

  return left.length === 0 ? undefined : left;
}

function textWithout(text: string, trait: string): string | undefined {
  if (trait === 'given') return undefined;
  if (!textTraits(text).includes(trait)) return text;
  const characters = [...text].filter((character) => !textTraits(character).includes(trait)).join('');
  const left = trait === 'leading or trailing space' ? text.trim() : characters;

  return isSafeText(left) && !textTraits(left).includes(trait) ? left : undefined;
}
