/** The control route that verifies which requests a test has sent. */
import {
  type Compare,
  createComparison,
  type Describe,
  type ExpectedRequest,
} from '../../journal/comparison.ts';
import { toEntry } from '../../journal/entry.ts';
import { type RecordedExchange, SECRET_HEADERS } from '../../journal/record.ts';
import { isFields } from '../../request.ts';
import { droppedIn, exchangesIn } from '../journal-query.ts';
import { InvalidControlRequest, readFields } from '../parameters.ts';
import { type ControlRoute, ok } from '../route.ts';

const MOST_NEAR_MISSES = 3;

export const verify: ControlRoute = {
  method: 'POST',
  path: '/verify',
  query: [],
  needsJournal: true,
  summary:
    'Counts the requests that match {"request":{"method","path","headers":{},"body":{…any members…}},"count":1 or {"atLeast":1,"atMost":2}}. Where they are too few, returns the most similar requests with their differences.',

  answer({ body }, context) {
    const { request, count } = readFields(body, 'the body', ['request', 'count']);
    const compare = createComparison(readExpected(request));
    const { atLeast, atMost } = readBounds(count);
    const compared = exchangesIn(undefined, context).map((exchange) => compareExchange(exchange, compare));
    const matching = compared.filter(({ differences }) => differences.length === 0);
    const isEnough = matching.length >= atLeast;

    return ok({
      satisfied: isEnough && matching.length <= atMost,
      matched: matching.length,
      ...droppedIn(undefined, context),
      count: { atLeast, ...(atMost === Number.POSITIVE_INFINITY ? {} : { atMost }) },
      requestIds: matching.map(({ exchange }) => exchange.id),
      ...(isEnough ? {} : { nearMisses: mostSimilar(compared) }),
    });
  },
};

interface Compared {
  readonly exchange: RecordedExchange;
  readonly differences: readonly Describe[];
}

function compareExchange(exchange: RecordedExchange, compare: Compare): Compared {
  return { exchange, differences: compare(exchange.request) };
}

/** Requests with the fewest differences; of several with as many, the newest first. */
function mostSimilar(compared: readonly Compared[]) {
  return compared
    .filter(({ differences }) => differences.length > 0)
    .toReversed()
    .toSorted((one, other) => one.differences.length - other.differences.length)
    .slice(0, MOST_NEAR_MISSES)
    .map(({ exchange, differences }) => {
      const { requestId, method, path, status, merchant } = toEntry(exchange);

      return {
        ...{ requestId, method, path, status, merchant },
        differences: differences.map((describe) => describe()),
      };
    });
}

/** @throws InvalidControlRequest */
function readExpected(value: unknown): ExpectedRequest {
  const { method, path, headers, body } = readFields(value, '/request', [
    'method',
    'path',
    'headers',
    'body',
  ]);

  return {
    method: readString(method, '/request/method', 'a method such as "POST"'),
    path: readString(path, '/request/path', 'a path such as "/v1/ch"'),
    headers: headers === undefined ? undefined : readHeaders(headers),
    body,
  };
}

function readString(value: unknown, where: string, expected: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new InvalidControlRequest(where, expected, value);
}

function readHeaders(value: unknown): Readonly<Record<string, string>> {
  if (!isFields(value))
    throw new InvalidControlRequest('/request/headers', 'a JSON object of strings', value);
  const headers = Object.entries(value).map(([name, text]) => {
    const where = `/request/headers/${name}`;
    if (typeof text !== 'string') throw new InvalidControlRequest(where, 'a string', text);
    if (SECRET_HEADERS.some((secret) => secret === name.toLowerCase()))
      throw new InvalidControlRequest(where, 'a header that the journal keeps', name);

    return [name, text] as const;
  });

  return Object.fromEntries(headers);
}

interface Bounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** The default is at least one. */
function readBounds(value: unknown): Bounds {
  if (value === undefined) return { atLeast: 1, atMost: Number.POSITIVE_INFINITY };
  if (typeof value === 'number') return { atLeast: readNumber(value, '/count'), atMost: value };
  const bounds = readFields(value, '/count', ['atLeast', 'atMost']);
  const atLeast = bounds['atLeast'] === undefined ? 0 : readNumber(bounds['atLeast'], '/count/atLeast');
  const atMost =
    bounds['atMost'] === undefined ? Number.POSITIVE_INFINITY : readNumber(bounds['atMost'], '/count/atMost');
  if (atLeast > atMost)
    throw new InvalidControlRequest('/count', 'an atLeast that is not greater than atMost', value);

  return { atLeast, atMost };
}

function readNumber(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidControlRequest(where, 'a whole number, 0 or more', value);
}
