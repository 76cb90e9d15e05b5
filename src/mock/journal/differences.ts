/** In what a request of the journal differs from one that is expected. */
import { describeValue } from '../../text/describe.ts';
import { maskHeader, maskText } from '../../text/mask.ts';
import { placeOf } from './entry.ts';
import type { Noted } from './noted.ts';
import { bodyOf, memberOf } from './raw.ts';

/** What is not said may be anything. */
export interface Expected {
  readonly method?: string | undefined;
  /** With a query, where it has one. */
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of objects the members that are named; anything else as it is. */
  readonly body?: unknown;
}

export interface Difference {
  /** `method`, `path`, `header NAME`, or a JSON pointer into the body. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

/** Called only for the requests that are shown: to describe and mask values takes most of the time. */
export type Describe = () => Difference;

/** Every request of the journal is compared, so that more would take seconds. */
const MOST_DIFFERENCES = 100;

/** @returns what tells the first differences of a request, at most 100; empty where it is as expected */
export function createComparison({ method, path, headers = {}, body }: Expected) {
  const expectedHeaders = Object.entries(headers);
  const membersOf = createMembers();

  return (noted: Noted): readonly Describe[] => {
    const { asked } = noted;
    const came = path?.includes('?') ? asked.url : placeOf(asked).path;
    const found: Describe[] = [];
    if (method !== undefined && method.toUpperCase() !== asked.method)
      found.push(() => differing('method', method.toUpperCase(), asked.method));
    if (path !== undefined && path !== came) found.push(() => differing('path', path, came));
    for (const [name, value] of expectedHeaders) {
      if (found.length >= MOST_DIFFERENCES) break;
      const got = headerOf(asked.headers, name.toLowerCase());
      if (got !== value) found.push(() => headerDiffering(name, value, got));
    }
    if (body !== undefined) compareBody(body, noted, found, membersOf);

    return found;
  };
}

type Members = (value: object) => readonly (readonly [name: string, value: unknown])[];

/** The members of an object or an array, listed once however many requests are compared. */
function createMembers(): Members {
  const known = new Map<object, ReturnType<Members>>();

  return (value) => {
    const members = known.get(value) ?? Object.entries(value);
    known.set(value, members);

    return members;
  };
}

function compareBody(expected: unknown, noted: Noted, found: Describe[], membersOf: Members): void {
  const { bodyLength } = noted.asked;
  if (bodyLength === undefined) {
    compare({ expected, got: bodyOf(noted), place: undefined }, found, membersOf);
    return;
  }
  // The rest of the body may be anything.
  const got = `${bodyLength} bytes, of which the journal kept only the beginning`;
  found.push(() => ({ at: 'body', expected: describeMasked(expected, ''), got }));
}

/** A value in a body, by the names that lead to it. */
interface Place {
  readonly outer: Place | undefined;
  readonly name: string;
}

interface Pair {
  readonly expected: unknown;
  readonly got: unknown;
  readonly place: Place | undefined;
}

/** Keeps its own stack: a body may be nested deeper than functions can call themselves. */
function compare(whole: Pair, found: Describe[], membersOf: Members): void {
  const open: { readonly pair: Pair; next: number }[] = [];
  const look = (pair: Pair) => {
    const { expected, got } = pair;
    if (isComparedByMember(expected, got, membersOf)) open.push({ pair, next: 0 });
    // A number that JSON writes as -0 is 0 to everybody else.
    else if (expected !== got) found.push(() => bodyDiffering(pair));
  };
  look(whole);
  for (let last = open.at(-1); last !== undefined && found.length < MOST_DIFFERENCES; last = open.at(-1)) {
    const { expected, got, place } = last.pair;
    const member = membersOf(expected as object)[last.next];
    last.next += 1;
    if (member === undefined) open.pop();
    else
      look({ expected: member[1], got: memberOf(got, member[0]), place: { outer: place, name: member[0] } });
  }
}

function isComparedByMember(expected: unknown, got: unknown, membersOf: Members): boolean {
  if (Array.isArray(expected)) return Array.isArray(got) && expected.length === got.length;

  return isObject(expected) && (isObject(got) || (got === undefined && membersOf(expected).length > 0));
}

function bodyDiffering({ expected, got, place }: Pair): Difference {
  const name = place?.name ?? '';

  return {
    at: pointerOf(place) || 'body',
    expected: describeMasked(expected, name),
    got: describeMasked(got, name),
  };
}

/** RFC 6901. */
function pointerOf(place: Place | undefined): string {
  const names: string[] = [];
  for (let at = place; at !== undefined; at = at.outer) names.push(toToken(at.name));

  return names
    .map((name) => `/${name}`)
    .reverse()
    .join('');
}

function describeMasked(value: unknown, name: string): string {
  try {
    return describeValue(value, { name });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;

    return 'a value that is nested too deep';
  }
}

/** Only what came: every object has members of its own language. */
function headerOf(headers: Noted['asked']['headers'], name: string): unknown {
  return Object.hasOwn(headers, name) ? headers[name] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function differing(at: string, expected: string, got: string | undefined): Difference {
  return { at, expected: maskText(expected), got: got === undefined ? 'nothing' : maskText(got) };
}

function headerDiffering(name: string, expected: string, got: unknown): Difference {
  return {
    at: `header ${name}`,
    expected: maskHeader(name, expected),
    got: got === undefined ? 'nothing' : maskHeader(name, String(got)),
  };
}
