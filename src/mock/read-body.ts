/** From bytes to a value: the media type, UTF-8, and JSON. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { describeValue } from '../text/describe.ts';
import { findJsonFault } from './json-fault.ts';
import { type Refusal, refuse, refuseBecause } from './refusal.ts';
import { headerViolations, isJsonType } from './required-headers.ts';

export type ReadBody = { readonly kind: 'read'; readonly value: unknown } | Refusal;

export function readBody(headers: IncomingHttpHeaders, bytes: Buffer | undefined): ReadBody {
  if (!isJsonType(headers['content-type'])) {
    return refuse('unsupported-media-type', headerViolations(headers));
  }
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    const detail = `header Content-Encoding: expected nothing, got ${describeValue(coding)}`;

    return refuseBecause('unsupported-media-type', detail, { 'Accept-Encoding': 'identity' });
  }
  if (bytes === undefined || bytes.length === 0)
    return malformed('the body is empty: expected a JSON object');
  const text = bytes.toString('utf8');
  // What is not UTF-8 is decoded to a replacement character; so is that character itself, which is fine.
  if (text.includes('\u{fffd}') && !isUtf8(bytes)) return malformed('the body is not UTF-8');

  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch {
    const { line, column, expected } = findJsonFault(text);
    return malformed(`line ${line}, column ${column}: expected ${expected}`);
  }
}

function malformed(detail: string): Refusal {
  return refuseBecause('malformed-json', detail);
}
