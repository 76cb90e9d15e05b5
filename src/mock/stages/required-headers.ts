/** The headers that every request must have beside its token (section 5). */
import type { IncomingHttpHeaders } from 'node:http';
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';

/** Any parameters are allowed, such as a charset. */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

export function isJsonType(contentType = ''): boolean {
  return JSON_TYPE.test(contentType);
}

const NONE: readonly Violation[] = [];

export function headerViolations(headers: IncomingHttpHeaders): readonly Violation[] {
  const isJson = isJsonType(headers['content-type']);
  const isXhr = headers['x-requested-with'] === REQUIRED_HEADERS['x-requested-with'];
  if (isJson && isXhr) return NONE;

  return [
    ...(isJson ? [] : [wrong('Content-Type', 'content-type', headers)]),
    ...(isXhr ? [] : [wrong('X-Requested-With', 'x-requested-with', headers)]),
  ];
}

function wrong(shown: string, name: keyof typeof REQUIRED_HEADERS, headers: IncomingHttpHeaders): Violation {
  return {
    section: '5',
    pointer: `header ${shown}`,
    expected: REQUIRED_HEADERS[name],
    got: describeValue(headers[name]),
  };
}
