/** In what a request of the journal differs from one that is expected. */
import { describeGot } from '../../contract/got.ts';
import { placeOf } from './entry.ts';
import { maskHeader, maskText } from './mask.ts';
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
      const got = asked.headers[name.toLowerCase()];

      return got === value ? [] : [headerDiffering(name, value, got)];
    }),
    ...(body === undefined ? [] : inBody(body, bodyOf(noted), '')),
  ];
}

function inBody(expected: unknown, got: unknown, at: string): readonly Difference[] {
  if (isObject(expected) && (isObject(got) || got === undefined)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      inBody(value, memberOf(got, name), `${at}/${toToken(name)}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    return expected.flatMap((value, index) => inBody(value, got[index], `${at}/${index}`));
  }
  // A number that JSON writes as -0 is 0 to everybody else.
  if (expected === got) return [];

  return [{ at: at || 'body', expected: describeGot(expected), got: describeGot(got) }];
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
