/** Copies a forwarded exchange to bytes, from which another thread makes its event. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { decodeContent } from '../exchange/content-coding.ts';
import type { ExchangePart } from '../exchange/exchange.ts';
import { merchantOf } from '../exchange/merchant.ts';
import type { SeenExchange } from '../exchange/traffic-event.ts';
import { remember } from '../text/remember.ts';

/** In bytes. Longer bodies are forwarded, but not captured. */
const LONGEST_BODY = 2 ** 20;

/** A message, and the bytes of its body that have passed. */
export interface Captured {
  readonly message: IncomingMessage;
  /** Up to the longest that is kept. */
  readonly pieces: readonly Buffer[];
  /** In bytes: how many were kept, and how many have passed. */
  readonly kept: number;
  readonly length: number;
}

/** Captures the body of a message while it is forwarded. */
export function capture(message: IncomingMessage): Captured {
  const pieces: Buffer[] = [];
  const captured = { message, pieces, kept: 0, length: 0 };
  message.on('data', (piece: Buffer) => {
    const kept = Math.min(piece.length, LONGEST_BODY - captured.kept);
    captured.length += piece.length;
    captured.kept += kept;
    if (kept > 0) pieces.push(kept < piece.length ? piece.subarray(0, kept) : piece);
  });

  return captured;
}

/** A forwarded exchange, after its end. */
export interface Passed {
  readonly id: string;
  readonly service: string;
  /** Path and query behind the address of the service. */
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** In milliseconds on the monotonic clock. */
  readonly begun: number;
  readonly ended: number;
  readonly request: Captured;
  readonly response: Captured;
  /** Whether the client got the whole response. */
  readonly isDelivered: boolean;
}

type CopiedBody = Pick<Captured, 'kept' | 'length'> & Pick<IncomingMessage, 'complete'>;

/** The first part of a copy, as JSON. The fields of both messages, as JSON, and both bodies follow. */
interface CopyHead extends Omit<Passed, 'request' | 'response'> {
  readonly method: string | undefined;
  readonly status: number;
  readonly statusText: string;
  readonly sent: CopiedBody;
  readonly received: CopiedBody;
}

/** In bytes, of the length of a part in JSON, before it. */
const PREFIX = 4;

/** @returns its size in bytes, and what writes it into a buffer */
export function copyOf({ request, response, ...rest }: Passed) {
  const { method, rawHeaders: sentFields } = request.message;
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = response.message;
  const [sent, received] = [copied(request), copied(response)];
  const head: CopyHead = { ...rest, method, status, statusText, sent, received };
  // Node reads the fields of a head as latin1, so that each character is a byte.
  const parts = [JSON.stringify(head), JSON.stringify(sentFields), JSON.stringify(rawHeaders)];

  return {
    bytes: parts.reduce((sum, { length }) => sum + PREFIX + length, request.kept + response.kept),
    writeTo(buffer: Buffer, at: number): void {
      let end = at;
      for (const part of parts) {
        end = buffer.writeUInt32LE(part.length, end);
        end += buffer.write(part, end, 'latin1');
      }
      for (const { pieces } of [request, response])
        for (const piece of pieces) end += piece.copy(buffer, end);
    },
  };
}

function copied({ message: { complete }, kept, length }: Captured): CopiedBody {
  return { complete, kept, length };
}

/** @returns a function that makes the events of exchanges that were copied one after another */
export function createCopyReader(): (copies: Buffer) => Generator<SeenExchange> {
  // Clients repeat their fields, and reading a token takes longer than the rest.
  const fieldsOf = remember(readFields);
  const merchantIn = remember(merchantOf);

  return function* (copies) {
    let at = 0;
    const next = (length: number) => {
      at += length;

      return copies.subarray(at - length, at);
    };
    const nextText = () => next(next(PREFIX).readUInt32LE()).toString('latin1');
    while (at < copies.length) {
      const { sent, received, ...head }: CopyHead = JSON.parse(nextText());
      const request = fieldsOf(nextText());
      const response = readFields(nextText());
      const { authorization } = request.headers;
      const merchant = authorization === undefined ? undefined : merchantIn(authorization);
      const asked = readBody(sent, request.headers, next(sent.kept));
      const answered = readBody(received, response.headers, next(received.kept));
      yield toEvent(head, { merchant, request, asked, response, answered });
    }
  };
}

interface CopiedParts {
  readonly merchant: string | undefined;
  readonly request: Fields;
  readonly asked: CapturedBody;
  readonly response: Fields;
  readonly answered: CapturedBody;
}

function toEvent(
  head: Omit<CopyHead, 'sent' | 'received'>,
  { merchant, request, asked, response, answered }: CopiedParts,
): SeenExchange {
  const { id, service, url, startedAt, begun, ended, isDelivered, method, status, statusText } = head;
  const lacks: ExchangePart[] = [];
  if (!asked.isWhole) lacks.push('request-body');
  if (!answered.isWhole) lacks.push('response-body');
  const { length: bodyLength } = asked;
  const exchange = {
    ...{ id, world: undefined, merchant, startedAt, endedAt: ended, duration: ended - begun },
    request: { method, url, ...request, body: asked.text, ...(bodyLength !== undefined && { bodyLength }) },
    response: {
      ...{ status, statusText, body: answered.text, rawHeaders: response.rawHeaders },
      headers: flatten(response.headers),
    },
    ...(isDelivered ? {} : { delivery: 'cut-off' as const }),
    ...{ service, lacks, isWhole: true as const },
  };

  return { kind: 'exchange', exchange };
}

interface Fields {
  /** As Node gives them, by name in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

/** Of a repeated one of these, Node keeps the first. */
const SINGLE =
  /^(?:age|authorization|content-(?:length|type)|etag|expires|from|host|if-(?:un)?modified-since|last-modified|location|max-forwards|proxy-authorization|referer|retry-after|server|user-agent)$/;

/** @param json names and values in turn */
function readFields(json: string): Fields {
  const rawHeaders: readonly string[] = JSON.parse(json);
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (name === 'set-cookie') headers[name] = [...(before ?? []), value];
    else if (before === undefined) headers[name] = value;
    else if (!SINGLE.test(name)) headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
  }

  return { headers, rawHeaders };
}

interface CapturedBody {
  readonly text: string;
  /** In bytes, where only the beginning was kept. */
  readonly length?: number;
  readonly isWhole: boolean;
}

function readBody(
  { complete, length, kept }: CopiedBody,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): CapturedBody {
  const decoded = decodeContent(bytes, headers['content-encoding'] ?? '', LONGEST_BODY);

  return {
    text: decoded?.toString() ?? '',
    ...(length > kept ? { length } : {}),
    isWhole: complete && length === kept && decoded !== undefined,
  };
}

/** Values of a repeated field are joined, as a client reads them. */
function flatten(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const name in headers) flat[name] = String(headers[name]);

  return flat;
}
