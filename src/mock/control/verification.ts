/** Counts the requests of a journal that match an expected one, and finds the most similar ones where they are too few. */

import { bodyReader } from '../../control/body.ts';
import { invalid } from '../../control/routes.ts';
import { toEntry } from '../../exchange/journal/entry.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import {
  type Compare,
  createComparison,
  type Describe,
  type Difference,
  type ExpectedRequest,
} from '../journal/comparison.ts';
import { SECRET_HEADERS } from '../journal/record.ts';

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

const COUNT = { type: 'integer', minimum: 0, 'x-expected': 'a whole number, 0 or more' };

const readVerification = bodyReader<Verification>({
  type: 'object',
  'x-expected': 'a JSON object with request and count',
  required: ['request'],
  additionalProperties: false,
  properties: {
    request: {
      type: 'object',
      'x-expected': 'a JSON object with method, path, headers and body, each optional',
      additionalProperties: false,
      properties: {
        method: { type: 'string', 'x-expected': 'a method such as "POST"' },
        path: { type: 'string', 'x-expected': 'a path such as "/v1/ch"' },
        headers: {
          type: 'object',
          'x-expected': 'a JSON object of strings',
          additionalProperties: { type: 'string', 'x-expected': 'a string' },
        },
        body: {},
      },
    },
    count: {
      ...COUNT,
      type: ['integer', 'object'],
      'x-expected': 'a whole number, 0 or more, or a JSON object with atLeast and atMost',
      additionalProperties: false,
      properties: { atLeast: COUNT, atMost: COUNT },
    },
  },
});

/**
 * @param expected a `Verification` that may be malformed
 * @throws ControlRefusal
 */
export function verifyJournal(journal: Journal, expected: unknown): VerificationResult {
  const { request, count = { atLeast: 1 } } = readVerification(expected);
  refuseSecrets(request.headers ?? {});
  const { atLeast = 0, atMost } = typeof count === 'number' ? { atLeast: count, atMost: count } : count;
  if (atMost !== undefined && atLeast > atMost)
    throw invalid('/count', 'an atLeast that is not greater than atMost', count);
  const compare = createComparison(request);
  const compared = journal.exchanges().map((exchange) => compareExchange(exchange, compare));
  const matching = compared.filter(({ differences }) => differences.length === 0);
  const isEnough = matching.length >= atLeast;
  const dropped = journal.dropped();

  return {
    satisfied: isEnough && (atMost === undefined || matching.length <= atMost),
    matched: matching.length,
    ...(dropped === 0 ? {} : { dropped }),
    count: { atLeast, ...(atMost === undefined ? {} : { atMost }) },
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

function refuseSecrets(headers: Readonly<Record<string, string>>): void {
  const secret = Object.keys(headers).find((name) =>
    SECRET_HEADERS.some((one) => one === name.toLowerCase()),
  );
  if (secret !== undefined)
    throw invalid(`/request/headers/${secret}`, 'a header that the journal keeps', secret);
}
