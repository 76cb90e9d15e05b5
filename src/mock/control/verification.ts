/** Counts the requests of a journal that match an expected one, and finds the most similar ones where they are too few. */
import { bodyReader, invalid } from '../../control/routes.ts';
import { type ExchangeRequest, requestJson, splitUrl } from '../../exchange/exchange.ts';
import { toEntry } from '../../exchange/journal/entry.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { describeValue } from '../../text/describe.ts';
import { defined } from '../../text/json-object.ts';
import { maskHeader, maskText } from '../../text/mask.ts';
import { isFields, memberOf } from '../request.ts';

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
  const members = membersOf(request);
  const compared = journal.exchanges().map((exchange) => compare(exchange, members));
  const matching = compared.filter(({ differing }) => differing.length === 0);
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

/** A request of the journal, with the JSON value of its body. */
type ReadRequest = ExchangeRequest & { readonly json: unknown };

/** One value of the expected request. */
interface ExpectedMember {
  readonly at: string;
  readonly expected: unknown;
  readonly got: (request: ReadRequest) => unknown;
  readonly matches: (got: unknown) => boolean;
  readonly show: (value: unknown) => string;
}

function membersOf({ method, path, headers = {}, body }: ExpectedRequest): readonly ExpectedMember[] {
  const member = (
    at: string,
    expected: string,
    got: ExpectedMember['got'],
    mask: (text: string) => string = maskText,
  ): ExpectedMember => ({
    ...{ at, expected, got },
    matches: (value) => value === expected,
    show: (value) => (value === undefined ? 'nothing' : mask(String(value))),
  });

  return [
    ...(method ? [member('method', method.toUpperCase(), (request) => request.method)] : []),
    ...(path === undefined
      ? []
      : [member('path', path, (request) => (path.includes('?') ? request.url : splitUrl(request).path))]),
    ...Object.entries(headers).map(([name, value]) =>
      member(
        `header ${name}`,
        value,
        (request) => memberOf(request.headers, name.toLowerCase()),
        (text) => maskHeader(name, text),
      ),
    ),
    ...(body === undefined ? [] : bodyMembers(body)),
  ];
}

/** Values that are nested deeper are not compared. */
const MOST_LEVELS = 500;

/** The single values in a body, and its lists and empty objects. */
function bodyMembers(body: unknown): readonly ExpectedMember[] {
  const members: ExpectedMember[] = [];
  const open: { expected: unknown; names: readonly string[] }[] = [{ expected: body, names: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { expected, names } = next;
    const isDeep = names.length === MOST_LEVELS;
    const inner =
      typeof expected === 'object' && expected !== null && !isDeep ? Object.entries(expected) : [];
    if (!isFields(expected) || inner.length === 0)
      members.push({
        at: names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || 'body',
        expected,
        got: ({ json }) => names.reduce(memberOf, json),
        matches: (got) =>
          Array.isArray(expected)
            ? Array.isArray(got) && got.length === expected.length
            : got === expected || (isFields(expected) && isFields(got)),
        show: (value) => describeValue(value, { name: names.at(-1) ?? '' }),
      });
    open.push(...inner.reverse().map(([name, value]) => ({ expected: value, names: [...names, name] })));
  }

  return members;
}

/** More would take seconds to describe. */
const MOST_DIFFERENCES = 100;

interface ComparedExchange {
  readonly exchange: RecordedExchange;
  readonly request: ReadRequest;
  /** The members that the request does not match, the first of them. */
  readonly differing: readonly ExpectedMember[];
}

function compare(exchange: RecordedExchange, members: readonly ExpectedMember[]): ComparedExchange {
  const request = { ...exchange.request, json: requestJson(exchange.request) };
  const differing: ExpectedMember[] = [];
  for (const one of members) {
    if (!one.matches(one.got(request))) differing.push(one);
    if (differing.length === MOST_DIFFERENCES) break;
  }

  return { exchange, request, differing };
}

const MOST_NEAR_MISSES = 3;

/** Requests with the fewest differences; of several with as many, the newest first. */
function mostSimilar(compared: readonly ComparedExchange[]): readonly NearMiss[] {
  return compared
    .filter(({ differing }) => differing.length > 0)
    .toReversed()
    .toSorted((one, other) => one.differing.length - other.differing.length)
    .slice(0, MOST_NEAR_MISSES)
    .map(({ exchange, request, differing }) => {
      const { requestId, method, path, status, merchant } = toEntry(exchange);

      return {
        ...defined({ requestId, method, path, status, merchant }),
        differences: differing.map(({ at, expected, got, show }) => ({
          at,
          expected: show(expected),
          got: isCut(request, at)
            ? `${request.bodyLength} bytes; the journal kept only the beginning`
            : show(got(request)),
        })),
      };
    });
}

function isCut({ bodyLength }: ReadRequest, at: string): boolean {
  return bodyLength !== undefined && (at === 'body' || at.startsWith('/'));
}
