/** The stage parse: media type, UTF-8 and JSON. */
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { MockRequest, ParsedRequest } from '../request.ts';
import { findJsonFault } from './json-fault.ts';
import { headerViolations, isJsonType } from './validate.ts';

export function parseRequest({
  headers,
  body,
  isUtf8,
}: Pick<MockRequest, 'headers' | 'body' | 'isUtf8'>): ParsedRequest | Refusal {
  if (!isJsonType(headers['content-type'])) {
    return refuse('unsupported-media-type', headerViolations(headers));
  }
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    const pointer = 'header Content-Encoding';
    const violation = { section: '5', pointer, expected: 'no such header', got: describeValue(coding) };

    return refuse('unsupported-media-type', [violation], {
      fix: 'Send the body without compression.',
      headers: { 'Accept-Encoding': 'identity' },
    });
  }
  if (body === undefined || body === '') return malformed('the body', 'a JSON object', 'nothing');
  if (!isUtf8) return malformed('the body', 'text in UTF-8', 'bytes that are not UTF-8');

  try {
    return { kind: 'parsed', headers, body: JSON.parse(body) };
  } catch {
    const { line, column, expected, got } = findJsonFault(body);
    return malformed(
      `the body, line ${line}, column ${column}`,
      expected,
      got,
      ` at line ${line}, column ${column}`,
    );
  }
}

/** @param at the place in the body, which a pointer cannot name */
function malformed(where: string, expected: string, got: string, at = ''): Refusal {
  return refuse('malformed-json', [{ section: '4', pointer: '', expected: expected + at, got }], {
    detail: `${where}: expected ${expected}, got ${got}`,
  });
}
