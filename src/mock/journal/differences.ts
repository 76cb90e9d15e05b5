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

export function differencesOf(expected: Expected, noted: Noted): readonly Difference[] {
  const { asked } = noted;
  const { method, path, headers = {}, body } = expected;
  const came = path?.includes('?') ? asked.url : placeOf(asked).path;

  return [
    ...(method === undefined || method.toUpperCase() === asked.method
      ? []
      : [differing('method', method.toUpperCase(), asked.method)]),
    ...(path === undefined || path === came ? [] : [differing('path', path, came)]),
    ...Object.entries(headers).flatMap(([name, value]) => {
      const got = headerOf(asked.headers, name.toLowerCase());

      return got === value ? [] : [headerDiffering(name, value, got)];
    }),
    ...(body === undefined ? [] : inWhole(body, noted)),
  ];
}

/** Nobody can say what else was in a body of which only the beginning was kept. */
function inWhole(expected: unknown, noted: Noted): readonly Difference[] {
  const { bodyLength } = noted.asked;
  if (bodyLength === undefined) return inBody(expected, bodyOf(noted), '');
  const got = `${bodyLength} bytes, of which the journal kept only the beginning`;

  return [{ at: 'body', expected: describeMasked(expected, ''), got }];
}

function inBody(expected: unknown, got: unknown, at: string): readonly Difference[] {
  const members = isObject(expected) ? Object.entries(expected) : [];
  if (isObject(expected) && (isObject(got) || (got === undefined && members.length > 0))) {
    return members.flatMap(([name, value]) => inBody(value, memberOf(got, name), `${at}/${toToken(name)}`));
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    return expected.flatMap((value, index) => inBody(value, got[index], `${at}/${index}`));
  }
  // A number that JSON writes as -0 is 0 to everybody else.
  if (expected === got) return [];

  const name = at.slice(at.lastIndexOf('/') + 1);

  return [{ at: at || 'body', expected: describeMasked(expected, name), got: describeMasked(got, name) }];
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

/** RFC 6901. */
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
