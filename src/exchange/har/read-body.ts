/** Reads the bodies of an entry: plain, base64, compressed, as parameters, truncated, or not recorded. */

import { isUtf8 } from 'node:buffer';
import { type JsonObject, parseJson } from '../../text/json-object.ts';
import { decodeContent } from '../content-coding.ts';
import { record, text } from './har-values.ts';

type Headers = Readonly<Record<string, string>>;
export interface ReadBody {
  readonly text: string;
  /** In bytes, where only the beginning was recorded. */
  readonly length?: number;
  /** Whether it was not recorded, so that an empty text means nothing. */
  readonly isMissing: boolean;
}

/** In bytes, when decompressed. */
const LONGEST = 8 * 1024 * 1024;

const MISSING: ReadBody = { text: '', isMissing: true };
const EMPTY: ReadBody = { text: '', isMissing: false };

export function readRequestBody(request: JsonObject, headers: Headers): ReadBody {
  const data = record(request['postData']);
  const sent = text(data['text']) ?? '';
  if (sent !== '') return readText(sent, data, { headers, size: request['bodySize'] });
  const params: readonly unknown[] = Array.isArray(data['params']) ? data['params'] : [];
  if (params.length > 0) return formOf(params, text(data['mimeType']) ?? headers['content-type'] ?? '');
  const size = request['bodySize'];
  const mayHaveBody = typeof size !== 'number' || size !== 0 || hasBody(headers);

  return mayHaveBody ? MISSING : EMPTY;
}

export function readResponseBody(response: JsonObject, headers: Headers, method: string): ReadBody {
  const content = record(response['content']);
  const received = text(content['text']);
  const status = Number(response['status']);
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) return EMPTY;
  if (received !== undefined && received !== '')
    return readText(received, content, { headers, size: content['size'] });
  const size = content['size'];
  const isEmpty = headers['content-length'] === '0' || (received === '' && size === 0 && !hasBody(headers));

  return isEmpty ? EMPTY : MISSING;
}

/** Whether headers announce a body; a transfer may be chunked and empty. */
function hasBody(headers: Headers): boolean {
  return Number(headers['content-length'] ?? 0) > 0;
}

interface RecordedBody {
  readonly headers: Headers;
  /** What the entry says of the length in bytes. */
  readonly size: unknown;
}

function readText(recorded: string, content: JsonObject, { headers, size }: RecordedBody): ReadBody {
  const coding = headers['content-encoding'] ?? '';
  if (String(content['encoding'] ?? content['_encoding']).toLowerCase() !== 'base64') {
    // Compressed bytes that the recorder took for text.
    if (coding !== '' && recorded.includes('\ufffd')) return MISSING;

    return untruncated(recorded, size);
  }
  const bytes = Buffer.from(recorded, 'base64');
  const decoded = isUtf8(bytes) ? bytes : decodeContent(bytes, coding, LONGEST);
  if (decoded === undefined) return MISSING;
  const isLatin1 = /charset="?(?:iso-8859-1|latin1|windows-1252)/i.test(text(content['mimeType']) ?? '');

  return untruncated(decoded.toString(isLatin1 && !isUtf8(decoded) ? 'latin1' : 'utf8'), size);
}

/** A recorder may keep only the beginning. But a size that differs may also count something else than the text. */
function untruncated(recorded: string, size: unknown): ReadBody {
  if (typeof size !== 'number' || size <= Buffer.byteLength(recorded) || parseJson(recorded) !== undefined)
    return { text: recorded, isMissing: false };

  return { text: recorded, length: size, isMissing: true };
}

/** Rebuilds the body from its parameters, which is possible for a form only. */
function formOf(params: readonly unknown[], mimeType: string): ReadBody {
  if (!/^application\/x-www-form-urlencoded/i.test(mimeType)) return MISSING;
  const pairs = params.map((param): [string, string] => {
    const { name, value } = record(param);

    return [String(name ?? ''), String(value ?? '')];
  });

  return { text: new URLSearchParams(pairs).toString(), isMissing: false };
}
