/** Generates smaller forms of a JSON value, and smaller valid calls: with one part removed, or one part simpler. */
import { REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import { areSafeTexts, isSafeText } from './arbitraries/text.ts';

export function* shrinkCandidates(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* shrinkArray(value);
  else if (typeof value === 'object' && value !== null) yield* shrinkObject({ ...value });
  else if (typeof value === 'string') yield* shrinkText(value);
  else if (typeof value === 'number') yield* shrinkNumber(value);
}

function* shrinkArray(items: readonly unknown[]): Generator<unknown> {
  const half = Math.floor(items.length / 2);
  if (items.length > 3) yield* [items.slice(0, half), items.slice(half)];
  for (const index of items.keys()) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries()) {
    for (const smaller of shrinkCandidates(item)) yield items.with(index, smaller);
  }
}

function* shrinkObject(fields: Readonly<Record<string, unknown>>): Generator<unknown> {
  for (const name of Object.keys(fields)) {
    yield Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  }
  for (const [name, field] of Object.entries(fields)) {
    for (const smaller of shrinkCandidates(field)) yield { ...fields, [name]: smaller };
  }
}

/** In characters: longer texts are only cut at the end. */
const MAX_CHARACTER_REMOVAL = 16;

function* shrinkText(text: string): Generator<string> {
  const characters = [...text];
  const { length } = characters;
  if (length > 3) {
    const half = Math.floor(length / 2);
    yield* [characters.slice(0, half).join(''), characters.slice(half).join('')];
  }
  if (length <= MAX_CHARACTER_REMOVAL) {
    for (const index of characters.keys()) yield characters.toSpliced(index, 1).join('');
    return;
  }
  // A binary search finds the shortest failing length.
  for (let cut = Math.floor(length / 4); cut > 0; cut = Math.floor(cut / 2))
    yield characters.slice(0, length - cut).join('');
}

function* shrinkNumber(number: number): Generator<unknown> {
  const rounder = [100, 10, 1, Math.trunc(number)].filter((plain) => Math.abs(plain) < Math.abs(number));
  const fewer =
    Number.isInteger(number) && number >= 1 && number <= 1000 ? [Math.floor(number / 2), number - 1] : [];
  yield* new Set([...rounder, ...fewer]);
}

const FREE_TEXTS = ['campaign', 'data'];

/** Most promising first. @param kept optional fields that cannot be removed */
export function smallerRequests<Request extends object>(
  request: Request,
  kept: readonly string[] = [],
): readonly Request[] {
  return [...smaller(request as JsonObject, kept)] as readonly Request[];
}

function* smaller(request: JsonObject, kept: readonly string[]): Generator<JsonObject> {
  const { authCode } = request;
  if (typeof authCode === 'string')
    for (const text of shrinkText(authCode)) if (isSafeText(text)) yield { ...request, authCode: text };
  const optional = Object.keys(request).filter(
    (name) => !REQUIRED_FIELDS.includes(name) && !kept.includes(name),
  );
  const half = Math.floor(optional.length / 2);
  if (optional.length > 3)
    yield* [remove(request, optional.slice(0, half)), remove(request, optional.slice(half))];
  for (const name of optional) yield remove(request, [name]);
  for (const name of FREE_TEXTS) {
    const texts = request[name];
    if (!Array.isArray(texts)) continue;
    // Short texts shrink quickly where only their number matters.
    yield { ...request, [name]: texts.map((_, n) => `x${n === 0 ? '' : n}`) };
    for (const fewer of shrinkCandidates(texts)) if (areSafe(fewer)) yield { ...request, [name]: fewer };
  }
}

function remove(request: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !names.includes(name)));
}

/** A shorter text can be one that a deployment may refuse, such as one that another equals. */
function areSafe(texts: unknown): boolean {
  return Array.isArray(texts) && areSafeTexts(texts.map(String));
}
