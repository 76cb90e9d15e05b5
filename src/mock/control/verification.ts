/** Counts the requests of a journal that match an expected one, and finds the most similar ones where they are too few. */

import { bodyReader, invalid } from '../../control/routes.ts';
import { type ExchangeRequest, requestJson, splitUrl } from '../../exchange/exchange.ts';
import { toEntry } from '../../exchange/journal/entry.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { describeValue } from '../../text/describe.ts';
import { maskHeader, maskText } from '../../text/mask.ts';
import { maskValue } from '../../text/mask-json.ts';
import type { MendedEdit } from '../mend/mend.ts';
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
  /** Absent where the expected value is nested too deeply to show. */
  readonly edit?: MendedEdit;
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
  readonly differences: readonly Omit<RequestDifference, 'edit'>[];
  /** What to change in the request so that it matches: operations of JSON Patch on its body, a header, its method or path. */
  readonly edits: readonly MendedEdit[];
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
  const membersOf = createMembersOf();
  const compared = journal.exchanges().map((exchange) => ({
    exchange,
    differences: differencesOf(exchange.request, request, membersOf).take(MOST_DIFFERENCES).toArray(),
  }));
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

/** Called only for requests that are shown: to describe and mask values takes most of the time. */
type Describe = () => RequestDifference;

interface ComparedExchange {
  readonly exchange: RecordedExchange;
  readonly differences: readonly Describe[];
}

/** Requests with the fewest differences; of several with as many, the newest first. */
function mostSimilar(compared: readonly ComparedExchange[]): readonly NearMiss[] {
  return compared
    .filter(({ differences }) => differences.length > 0)
    .toReversed()
    .toSorted((one, other) => one.differences.length - other.differences.length)
    .slice(0, MOST_NEAR_MISSES)
    .map(({ exchange, differences }) => {
      const { requestId, method, path, status, merchant } = toEntry(exchange);
      const all = differences.map((describe) => describe());
      // Members of one absent object have the same edit.
      const edits = new Map(
        all.flatMap(({ edit }) => (edit === undefined ? [] : [[JSON.stringify(edit), edit]])),
      );

      return {
        ...{ requestId, status },
        ...(method === undefined ? {} : { method }),
        ...(path === undefined ? {} : { path }),
        ...(merchant === undefined ? {} : { merchant }),
        differences: all.map(({ edit: _, ...difference }) => difference),
        edits: [...edits.values()],
      };
    });
}

/** The journal masks them. */
const SECRET_HEADERS: readonly string[] = ['authorization', 'proxy-authorization', 'cookie'];

function refuseSecrets(headers: Readonly<Record<string, string>>): void {
  const secret = Object.keys(headers).find((name) => SECRET_HEADERS.includes(name.toLowerCase()));
  if (secret !== undefined)
    throw invalid(`/request/headers/${secret}`, 'a header that the journal keeps', secret);
}

/** A verification compares every request of the journal: more differences would take seconds. */
const MOST_DIFFERENCES = 100;

function* differencesOf(
  request: ExchangeRequest,
  { method = '', path, headers = {}, body }: ExpectedRequest,
  membersOf: MembersOf,
): Generator<Describe, undefined> {
  const differ =
    (at: 'method' | 'path', expected: string, got = 'nothing'): Describe =>
    () => {
      const wanted = maskText(expected);

      return {
        at,
        expected: wanted,
        got: maskText(got),
        edit: at === 'method' ? { method: wanted } : { path: wanted },
      };
    };
  const line = path?.includes('?') ? request.url : splitUrl(request).path;
  if (method !== '' && method.toUpperCase() !== request.method)
    yield differ('method', method.toUpperCase(), request.method);
  if (path !== undefined && path !== line) yield differ('path', path, line);
  for (const [name, value] of membersOf(headers)) {
    const got = memberOf(request.headers, name.toLowerCase());
    if (got !== value) yield () => headerDifference(name, String(value), got);
  }
  const { bodyLength } = request;
  if (body !== undefined && bodyLength !== undefined)
    yield () => ({
      ...{ at: 'body', expected: describeValue(body) },
      got: `${bodyLength} bytes; the journal kept only the beginning`,
    });
  else if (body !== undefined)
    yield* bodyDifferences({ expected: body, got: requestJson(request) }, membersOf);
}

type MembersOf = (value: object) => readonly (readonly [name: string, value: unknown])[];

/**
 * The members of an object or array of the expected body, listed once for all requests: with 50,000 members and 1000 requests
 * a verification takes 0.15 seconds in place of 80.
 */
function createMembersOf(): MembersOf {
  const known = new Map<object, ReturnType<MembersOf>>();

  return (value) => {
    const members = known.get(value) ?? Object.entries(value);
    known.set(value, members);

    return members;
  };
}

/** An expected value and the value in its place. */
interface ValuePair {
  readonly expected: unknown;
  readonly got: unknown;
  /** Its name in the pair around it; absent for the whole body. */
  readonly name?: string;
  readonly outer?: ValuePair;
}

/** Keeps a stack of its own: the nesting of a body may be deeper than the call stack. */
function* bodyDifferences(whole: ValuePair, membersOf: MembersOf): Generator<Describe, undefined> {
  const open: Iterator<ValuePair, undefined>[] = [[whole].values()];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { value: pair } = top.next();
    if (pair === undefined) open.pop();
    else if (isComparedByMember(pair, membersOf)) open.push(pairsIn(pair, membersOf));
    else if (pair.expected !== pair.got) yield () => bodyDifference(pair);
  }
}

function* pairsIn(outer: ValuePair, membersOf: MembersOf): Generator<ValuePair, undefined> {
  for (const [name, expected] of membersOf(outer.expected as object))
    yield { expected, got: memberOf(outer.got, name), name, outer };
}

/** An empty object does not match an absent one, so it is compared as a whole there. */
function isComparedByMember({ expected, got }: ValuePair, membersOf: MembersOf): boolean {
  if (Array.isArray(expected)) return Array.isArray(got) && expected.length === got.length;

  return isFields(expected) && (isFields(got) || (got === undefined && membersOf(expected).length > 0));
}

function bodyDifference(pair: ValuePair): RequestDifference {
  const { expected, got, name = '' } = pair;

  return {
    at: pointerTo(pair) || 'body',
    expected: describeValue(expected, { name }),
    got: describeValue(got, { name }),
    ...editOf(pair),
  };
}

/** Adds the outermost value that is absent, or replaces one. */
function editOf(pair: ValuePair): Pick<RequestDifference, 'edit'> {
  const { outer, got, expected, name } = pair;
  if (outer !== undefined && outer.got === undefined) return editOf(outer);
  try {
    const op = got === undefined && outer !== undefined ? 'add' : 'replace';

    return { edit: { op, path: pointerTo(pair), value: maskValue(expected, name) } };
  } catch {
    return {};
  }
}

/** RFC 6901. */
function pointerTo(pair: ValuePair): string {
  const tokens: string[] = [];
  for (let at: ValuePair | undefined = pair; at?.name !== undefined; at = at.outer)
    tokens.push(`/${at.name.replaceAll('~', '~0').replaceAll('/', '~1')}`);

  return tokens.reverse().join('');
}

function headerDifference(name: string, expected: string, got: unknown): RequestDifference {
  const value = maskHeader(name, expected);

  return {
    at: `header ${name}`,
    expected: value,
    edit: { header: name, value },
    got: got === undefined ? 'nothing' : maskHeader(name, String(got)),
  };
}
