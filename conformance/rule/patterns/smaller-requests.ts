/** Generates smaller valid calls: without optional fields, and with fewer or shorter texts. */

import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import { areSafeTexts, isSafeText } from '../arbitraries/text.ts';
import { shrinkCandidates, shrinkText } from '../shrink-candidates.ts';

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
