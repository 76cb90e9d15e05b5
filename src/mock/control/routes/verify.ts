/** Whether the requests came that a test expects, and what came nearest where they did not. */
import { createComparison, type Describe, type Expected } from '../../journal/differences.ts';
import { toEntry } from '../../journal/entry.ts';
import { NEVER_KEPT } from '../../journal/journal.ts';
import type { Noted } from '../../journal/noted.ts';
import { type ControlRoute, told } from '../ask.ts';
import { droppedIn, notedIn, refuseWithoutJournal } from '../journal-of.ts';
import { type Fields, fieldsOf, parametersOf, Unusable } from '../unusable.ts';

/** How many of those that came nearest are told. */
const NEAREST = 3;

export const verify: ControlRoute = {
  method: 'POST',
  path: '/verify',
  summary:
    'Counts requests: {"request":{"method","path","headers":{},"body":{…a part of it…}},"count":1 or {"atLeast":1,"atMost":2}}; where too few came, the nearest and how they differ.',

  answer({ query, body }, inside) {
    parametersOf(query, []);
    const asked = fieldsOf(body, 'the body', ['request', 'count']);
    const expected = readExpected(asked['request']);
    const { atLeast, atMost } = readCount(asked['count']);
    const refused = refuseWithoutJournal(inside);
    if (refused !== undefined) return refused;
    const compare = createComparison(expected);
    const compared = notedIn(undefined, inside).map((noted) => ({ noted, differences: compare(noted) }));
    const matching = compared.filter(({ differences }) => differences.length === 0);
    const isEnough = matching.length >= atLeast;

    return told({
      satisfied: isEnough && matching.length <= atMost,
      matched: matching.length,
      ...droppedIn(undefined, inside),
      count: { atLeast, ...(atMost === Number.POSITIVE_INFINITY ? {} : { atMost }) },
      requestIds: matching.map(({ noted }) => noted.asked.id),
      ...(isEnough ? {} : { nearMisses: nearestOf(compared) }),
    });
  },
};

interface Compared {
  readonly noted: Noted;
  readonly differences: readonly Describe[];
}

function nearestOf(compared: readonly Compared[]) {
  return compared
    .filter(({ differences }) => differences.length > 0)
    .toReversed()
    .toSorted((one, other) => one.differences.length - other.differences.length)
    .slice(0, NEAREST)
    .map(({ noted, differences }) => {
      const { requestId, method, path, status, merchant } = toEntry(noted);

      return {
        requestId,
        method,
        path,
        status,
        merchant,
        differences: differences.map((describe) => describe()),
      };
    });
}

/** @throws Unusable */
function readExpected(value: unknown): Expected {
  const { method, path, headers, body } = fieldsOf(value, '/request', ['method', 'path', 'headers', 'body']);

  return {
    method: readText(method, '/request/method', 'a method such as "POST"'),
    path: readText(path, '/request/path', 'a path such as "/v1/ch"'),
    headers: headers === undefined ? undefined : readHeaders(headers),
    body,
  };
}

function readText(value: unknown, where: string, expected: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new Unusable(where, expected, value);
}

function readHeaders(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unusable('/request/headers', 'a JSON object of texts', value);
  for (const [name, text] of Object.entries(value)) {
    const where = `/request/headers/${name}`;
    if (typeof text !== 'string') throw new Unusable(where, 'a text', text);
    if (NEVER_KEPT.some((secret) => secret === name.toLowerCase()))
      throw new Unusable(where, 'none of the headers that the journal does not keep', name);
  }

  return value as Readonly<Record<string, string>>;
}

/** Where nothing is said: at least one. */
function readCount(value: unknown): { readonly atLeast: number; readonly atMost: number } {
  if (value === undefined) return { atLeast: 1, atMost: Number.POSITIVE_INFINITY };
  if (typeof value === 'number') return { atLeast: countIn(value, '/count'), atMost: value };
  const bounds: Fields = fieldsOf(value, '/count', ['atLeast', 'atMost']);
  const atLeast = bounds['atLeast'] === undefined ? 0 : countIn(bounds['atLeast'], '/count/atLeast');
  const atMost =
    bounds['atMost'] === undefined ? Number.POSITIVE_INFINITY : countIn(bounds['atMost'], '/count/atMost');
  if (atLeast > atMost) throw new Unusable('/count', 'an atLeast of no more than atMost', value);

  return { atLeast, atMost };
}

function countIn(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Unusable(where, 'a whole number, 0 or more', value);
}
