/** Compares requests of the journal with an expected one, and describes the differences. */

import { type ExchangeRequest, requestJson, splitUrl } from '../../exchange/exchange.ts';
import { describeValue } from '../../text/describe.ts';
import { maskHeader, maskText } from '../../text/mask.ts';
import { isFields, memberOf } from '../request.ts';

/** Absent members match anything. */
export interface ExpectedRequest {
  readonly method?: string | undefined;
  /** With a query only where the query is compared too. */
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Objects match by the members that are named, other values as a whole. */
  readonly body?: unknown;
}

export interface Difference {
  /** `method`, `path`, `header NAME`, or a JSON pointer into the body. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

/** Called only for requests that are shown: to describe and mask values takes most of the time. */
export type Describe = () => Difference;

export type Compare = (request: ExchangeRequest) => readonly Describe[];

/** A verification compares every request of the journal: more differences would take seconds. */
const MOST_DIFFERENCES = 100;

/** @returns a function that finds the first 100 differences; none where the request matches */
export function createComparison(expected: ExpectedRequest): Compare {
  const expectedHeaders = Object.entries(expected.headers ?? {});
  const membersOf = createMembersOf();

  function* differences(request: ExchangeRequest): Generator<Describe> {
    yield* compareLine(expected, request);
    yield* compareHeaders(expectedHeaders, request);
    if (expected.body !== undefined) yield* compareBody(expected.body, request, membersOf);
  }

  return (request) => takeFirst(differences(request), MOST_DIFFERENCES);
}

function takeFirst<T>(items: Iterable<T>, most: number): readonly T[] {
  const taken: T[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length === most) break;
  }

  return taken;
}

function* compareLine({ method, path }: ExpectedRequest, request: ExchangeRequest): Generator<Describe> {
  const expectedMethod = method?.toUpperCase();
  if (expectedMethod !== undefined && expectedMethod !== request.method)
    yield () => differenceAt('method', expectedMethod, request.method);
  if (path === undefined) return;
  const got = path.includes('?') ? request.url : splitUrl(request).path;
  if (path !== got) yield () => differenceAt('path', path, got);
}

function* compareHeaders(
  expected: readonly (readonly [name: string, value: string])[],
  { headers }: ExchangeRequest,
): Generator<Describe> {
  for (const [name, value] of expected) {
    const got = memberOf(headers, name.toLowerCase());
    if (got !== value) yield () => headerDifference(name, value, got);
  }
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

function* compareBody(
  expected: unknown,
  request: ExchangeRequest,
  membersOf: MembersOf,
): Generator<Describe> {
  const { bodyLength } = request;
  if (bodyLength === undefined) {
    yield* compareValues(expected, requestJson(request), membersOf);
    return;
  }
  const got = `${bodyLength} bytes; the journal kept only the beginning`;
  yield () => ({ at: 'body', expected: describeValue(expected), got });
}

/** An expected value and the value in its place. */
interface Pair {
  readonly expected: unknown;
  readonly got: unknown;
  /** Its name in the pair around it; empty for the whole body. */
  readonly name: string;
  readonly outer: Pair | undefined;
}

/** An object or array whose members are being compared. */
interface Frame {
  readonly pair: Pair | undefined;
  readonly members: ReturnType<MembersOf>;
  readonly got: unknown;
  next: number;
}

/** Keeps a stack of its own: the nesting of a body may be deeper than the call stack. */
function* compareValues(expected: unknown, got: unknown, membersOf: MembersOf): Generator<Describe> {
  const frames: Frame[] = [{ pair: undefined, members: [['', expected]], got: { '': got }, next: 0 }];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const member = frame.members[frame.next];
    frame.next += 1;
    if (member === undefined) {
      frames.pop();
      continue;
    }
    const [name, value] = member;
    const pair = { expected: value, got: memberOf(frame.got, name), name, outer: frame.pair };
    if (isComparedByMember(pair, membersOf))
      frames.push({ pair, members: membersOf(value as object), got: pair.got, next: 0 });
    else if (pair.expected !== pair.got) yield () => bodyDifference(pair);
  }
}

/** An empty object does not match an absent one, so it is compared as a whole there. */
function isComparedByMember({ expected, got }: Pair, membersOf: MembersOf): boolean {
  if (Array.isArray(expected)) return Array.isArray(got) && expected.length === got.length;

  return isFields(expected) && (isFields(got) || (got === undefined && membersOf(expected).length > 0));
}

function bodyDifference(pair: Pair): Difference {
  const { expected, got, name } = pair;

  return {
    at: pointerTo(pair) || 'body',
    expected: describeValue(expected, { name }),
    got: describeValue(got, { name }),
  };
}

/** RFC 6901. */
function pointerTo(pair: Pair): string {
  const tokens: string[] = [];
  for (let at: Pair | undefined = pair; at !== undefined; at = at.outer)
    tokens.push(at.name.replaceAll('~', '~0').replaceAll('/', '~1'));

  return tokens.reverse().join('/');
}

function differenceAt(at: string, expected: string, got: string | undefined): Difference {
  return { at, expected: maskText(expected), got: got === undefined ? 'nothing' : maskText(got) };
}

function headerDifference(name: string, expected: string, got: unknown): Difference {
  return {
    at: `header ${name}`,
    expected: maskHeader(name, expected),
    got: got === undefined ? 'nothing' : maskHeader(name, String(got)),
  };
}
