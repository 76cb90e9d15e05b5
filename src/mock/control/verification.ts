/** Counts the requests of a journal that match an expected one, and finds the most similar ones where they are too few. */

import { toEntry } from '../../traffic/journal/entry.ts';
import type { Journal } from '../../traffic/journal/journal.ts';
import type { RecordedExchange } from '../../traffic/journal/recorded-exchange.ts';
import {
  type Compare,
  createComparison,
  type Describe,
  type Difference,
  type ExpectedRequest,
} from '../journal/comparison.ts';
import { SECRET_HEADERS } from '../journal/record.ts';
import { isFields } from '../request.ts';
import { InvalidControlRequest, readFields } from './parameters.ts';

/** A request that a test expects, and how often: once or more by default. */
export interface Verification {
  readonly request: ExpectedRequest;
  /** The exact number, or bounds. */
  readonly count?: number | { readonly atLeast?: number; readonly atMost?: number };
}

export interface VerificationResult {
  readonly satisfied: boolean;
  /** Requests that match. */
  readonly matched: number;
  /** Requests that the journal has dropped, so that `matched` may be too low; absent where there are none. */
  readonly dropped?: number;
  readonly count: { readonly atLeast: number; readonly atMost?: number };
  /** The header Request-Id of the responses to those that match. */
  readonly requestIds: readonly string[];
  /** The three most similar requests; absent where enough match. */
  readonly nearMisses?: readonly NearMiss[];
}

interface NearMiss {
  readonly requestId: string;
  readonly method?: string;
  readonly path?: string;
  readonly status: number;
  readonly merchant?: string;
  readonly differences: readonly Difference[];
}

const MOST_NEAR_MISSES = 3;

/**
 * @param expected a `Verification` that may be malformed
 * @throws InvalidControlRequest
 */
export function verifyJournal(journal: Journal, expected: unknown): VerificationResult {
  const { request, count } = readFields(expected, 'the body', ['request', 'count']);
  const compare = createComparison(readExpected(request));
  const { atLeast, atMost } = readBounds(count);
  const compared = journal.exchanges().map((exchange) => compareExchange(exchange, compare));
  const matching = compared.filter(({ differences }) => differences.length === 0);
  const isEnough = matching.length >= atLeast;
  const dropped = journal.dropped();

  return {
    satisfied: isEnough && matching.length <= atMost,
    matched: matching.length,
    ...(dropped === 0 ? {} : { dropped }),
    count: { atLeast, ...(atMost === Number.POSITIVE_INFINITY ? {} : { atMost }) },
    requestIds: matching.map(({ exchange }) => exchange.id),
    ...(isEnough ? {} : { nearMisses: mostSimilar(compared) }),
  };
}

interface Compared {
  readonly exchange: RecordedExchange;
  readonly differences: readonly Describe[];
}

function compareExchange(exchange: RecordedExchange, compare: Compare): Compared {
  return { exchange, differences: compare(exchange.request) };
}

/** Requests with the fewest differences; of several with as many, the newest first. */
function mostSimilar(compared: readonly Compared[]): readonly NearMiss[] {
  return compared
    .filter(({ differences }) => differences.length > 0)
    .toReversed()
    .toSorted((one, other) => one.differences.length - other.differences.length)
    .slice(0, MOST_NEAR_MISSES)
    .map(({ exchange, differences }) => {
      const { requestId, method, path, status, merchant } = toEntry(exchange);

      return {
        ...{ requestId, status },
        ...(method === undefined ? {} : { method }),
        ...(path === undefined ? {} : { path }),
        ...(merchant === undefined ? {} : { merchant }),
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
