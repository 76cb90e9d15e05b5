/** Counts the requests of a journal that match an expected one, and finds the most similar ones where they are too few. */
import { bodyReader, invalid } from '../../control/routes.ts';
import { type ExchangeRequest, requestJson, splitUrl } from '../../exchange/exchange.ts';
import { toEntry } from '../../exchange/journal/entry.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { toToken } from '../../reading/problem-text.ts';
import { describeValue } from '../../text/describe.ts';
import { defined, isJsonObject } from '../../text/json-object.ts';
import { maskHeader, maskText } from '../../text/mask.ts';
import { memberOf } from '../request.ts';

/** Absent members match anything. */
interface ExpectedRequest {
  readonly method?: string | undefined;
  /** With a query only where the query is compared too. */
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Objects match by the members that are named, other values as a whole. */
  readonly body?: unknown;
}

interface RequestDifference {
  /** `method`, `path`, `header NAME`, or a JSON pointer into the body. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

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
  readonly differences: readonly RequestDifference[];
}

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
  const differencesOf = comparing(request);
  const compared = journal
    .exchanges()
    .map((exchange) => ({ exchange, differences: differencesOf(exchange.request) }));
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

/** The journal masks them. */
const SECRET_HEADERS: readonly string[] = ['authorization', 'proxy-authorization', 'cookie'];

function refuseSecrets(headers: Readonly<Record<string, string>>): void {
  const secret = Object.keys(headers).find((name) => SECRET_HEADERS.includes(name.toLowerCase()));
  if (secret !== undefined)
    throw invalid(`/request/headers/${secret}`, 'a header that the journal keeps', secret);
}

/** A value of the expected request that another one has otherwise. */
interface Difference {
  readonly at: string;
  readonly expected: unknown;
  readonly got: unknown;
  readonly show: (value: unknown) => string;
}

/** More would take seconds to describe. */
const MOST_DIFFERENCES = 100;

/** Values that are nested deeper are not compared. */
const MOST_LEVELS = 500;

/** A function that finds the first differences of a request. Thousands of requests may be compared, so members are listed once. */
function comparing({ method, path, headers = {}, body }: ExpectedRequest) {
  const members = new Map<object, readonly (readonly [string, unknown])[]>();
  const listMembers = (value: object) => {
    const listed = members.get(value) ?? Object.entries(value);
    members.set(value, listed);

    return listed;
  };
  const named = listMembers(headers) as readonly (readonly [string, string])[];

  return (sent: ExchangeRequest): readonly Difference[] => {
    const differences: Difference[] = [];
    const isFull = () => differences.length === MOST_DIFFERENCES;
    const expectText = (at: string, expected: string, got: unknown, mask = maskText) => {
      const show = (value: unknown) => (value === undefined ? 'nothing' : mask(String(value)));
      if (got !== expected && !isFull()) differences.push({ at, expected, got, show });
    };
    /** Of an object only its members are compared; of a list its length and its items. */
    const expectValue = (expected: unknown, got: unknown, at: string, name: string, level: number) => {
      const isNested = typeof expected === 'object' && expected !== null && level < MOST_LEVELS;
      const inner = isNested ? listMembers(expected) : [];
      const isMet = Array.isArray(expected)
        ? Array.isArray(got) && got.length === expected.length
        : got === expected || (isJsonObject(expected) && (inner.length > 0 || isJsonObject(got)));
      const show = (value: unknown) => describeValue(value, { name });
      if (!isMet) differences.push({ at: at || 'body', expected, got, show });
      for (const [member, value] of inner) {
        if (isFull()) return;
        const pointer = `${at}/${toToken(member)}`;
        expectValue(value, memberOf(got, member), pointer, member, level + 1);
      }
    };
    if (method) expectText('method', method.toUpperCase(), sent.method);
    if (path !== undefined) expectText('path', path, path.includes('?') ? sent.url : splitUrl(sent).path);
    for (const [name, value] of named) {
      if (isFull()) break;
      const got = memberOf(sent.headers, name.toLowerCase());
      expectText(`header ${name}`, value, got, (text) => maskHeader(name, text));
    }
    if (body !== undefined && !isFull()) expectValue(body, requestJson(sent), '', '', 0);

    return differences;
  };
}

interface ComparedExchange {
  readonly exchange: RecordedExchange;
  readonly differences: readonly Difference[];
}

const MOST_NEAR_MISSES = 3;

/** Requests with the fewest differences; of several with as many, the newest first. */
function mostSimilar(compared: readonly ComparedExchange[]): readonly NearMiss[] {
  return compared
    .filter(({ differences }) => differences.length > 0)
    .toReversed()
    .toSorted((one, other) => one.differences.length - other.differences.length)
    .slice(0, MOST_NEAR_MISSES)
    .map(({ exchange, differences }) => {
      const { requestId, method, path, status, merchant } = toEntry(exchange);
      const { bodyLength } = exchange.request;
      const isCut = (at: string) => bodyLength !== undefined && (at === 'body' || at.startsWith('/'));

      return {
        ...defined({ requestId, method, path, status, merchant }),
        differences: differences.map(({ at, expected, got, show }) => ({
          at,
          expected: show(expected),
          got: isCut(at) ? `${bodyLength} bytes; the journal kept only the beginning` : show(got),
        })),
      };
    });
}
