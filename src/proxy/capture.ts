/** Copies a forwarded exchange to bytes, from which another thread makes its event. */
import type { IncomingMessage } from 'node:http';
import { decodeContent } from '../exchange/content-coding.ts';
import type { ExchangePart } from '../exchange/exchange.ts';
import { merchantOf } from '../exchange/merchant.ts';
import type { SeenExchange } from '../exchange/traffic-event.ts';
import { remember } from '../text/remember.ts';

/** In bytes. Longer bodies are forwarded, but not captured. */
const LONGEST_BODY = 2 ** 20;

/** The bytes of a body that have passed, up to the longest that is kept. */
export interface BodyCapture {
  readonly pieces: readonly Buffer[];
  /** In bytes, kept or not. */
  readonly length: number;
}

/** Captures the body of a message while it is forwarded. */
export function captureBody(message: IncomingMessage): BodyCapture {
  const pieces: Buffer[] = [];
  const capture = { pieces, length: 0 };
  message.on('data', (piece: Buffer) => {
    const room = LONGEST_BODY - capture.length;
    capture.length += piece.length;
    if (room > 0) pieces.push(room < piece.length ? piece.subarray(0, room) : piece);
  });

  return capture;
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
  readonly request: IncomingMessage;
  readonly requestBody: BodyCapture;
  readonly response: IncomingMessage;
  readonly responseBody: BodyCapture;
  /** Whether the client got the whole response. */
  readonly isDelivered: boolean;
}

type Copied = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'complete'> & {
  /** Of the body, in bytes: how many were kept, and how many passed. */
  readonly kept: number;
  readonly length: number;
};

/** What precedes the two bodies of a copy, as JSON. */
interface CopyHead extends Omit<Passed, 'request' | 'requestBody' | 'response' | 'responseBody'> {
  readonly request: Copied & { readonly method: string | undefined };
  readonly response: Copied & { readonly status: number; readonly statusText: string };
}

/** The length of a head, before it. */
const PREFIX = 4;

/** @returns its size in bytes, and what writes it into a buffer */
export function copyOf(passed: Passed) {
  const { request, requestBody, response, responseBody, ...rest } = passed;
  const { method } = request;
  const { statusCode: status = 0, statusMessage: statusText = '' } = response;
  const head: CopyHead = {
    ...rest,
    request: { method, ...copied(request, requestBody) },
    response: { status, statusText, ...copied(response, responseBody) },
  };
  // Node reads the fields of a head as latin1, so that each character is a byte.
  const text = JSON.stringify(head);

  return {
    bytes: PREFIX + text.length + head.request.kept + head.response.kept,
    writeTo(buffer: Buffer, at: number): void {
      let end = buffer.writeUInt32LE(text.length, at);
      end += buffer.write(text, end, 'latin1');
      for (const { pieces } of [requestBody, responseBody])
        for (const piece of pieces) end += piece.copy(buffer, end);
    },
  };
}

function copied({ headers, rawHeaders, complete }: IncomingMessage, { pieces, length }: BodyCapture): Copied {
  return {
    ...{ headers, rawHeaders, complete, length },
    kept: pieces.reduce((sum, piece) => sum + piece.length, 0),
  };
}

/** @returns a function that makes the events of exchanges that were copied one after another */
export function createCopyReader(): (copies: Buffer) => Generator<SeenExchange> {
  // Clients repeat tokens, and reading one takes longer than the rest.
  const merchantIn = remember(merchantOf);

  return function* (copies) {
    for (let at = 0; at < copies.length; ) {
      const from = at + PREFIX;
      const sent = from + copies.readUInt32LE(at);
      const head: CopyHead = JSON.parse(copies.toString('latin1', from, sent));
      const received = sent + head.request.kept;
      at = received + head.response.kept;
      const { authorization } = head.request.headers;
      yield toEvent(head, {
        merchant: authorization === undefined ? undefined : merchantIn(authorization),
        asked: readBody(head.request, copies.subarray(sent, received)),
        answered: readBody(head.response, copies.subarray(received, at)),
      });
    }
  };
}

interface CopiedBodies {
  readonly merchant: string | undefined;
  readonly asked: CapturedBody;
  readonly answered: CapturedBody;
}

function toEvent(
  { id, service, url, startedAt, begun, ended, isDelivered, request, response }: CopyHead,
  { merchant, asked, answered }: CopiedBodies,
): SeenExchange {
  const { method, headers, rawHeaders } = request;
  const lacks: ExchangePart[] = [
    ...(asked.isWhole ? [] : ['request-body' as const]),
    ...(answered.isWhole ? [] : ['response-body' as const]),
  ];
  const exchange = {
    ...{ id, world: undefined, merchant, startedAt, endedAt: ended, duration: ended - begun },
    request: {
      ...{ method, url, headers, rawHeaders, body: asked.text },
      ...(asked.length === undefined ? {} : { bodyLength: asked.length }),
    },
    response: {
      status: response.status,
      headers: flatten(response.headers),
      rawHeaders: response.rawHeaders,
      statusText: response.statusText,
      body: answered.text,
    },
    ...(isDelivered ? {} : { delivery: 'cut-off' as const }),
    ...{ service, lacks, isWhole: true as const },
  };

  return { kind: 'exchange', exchange };
}

interface CapturedBody {
  readonly text: string;
  /** In bytes, where only the beginning was kept. */
  readonly length?: number;
  readonly isWhole: boolean;
}

function readBody({ headers, complete, length, kept }: Copied, bytes: Buffer): CapturedBody {
  const decoded = decodeContent(bytes, headers['content-encoding'] ?? '', LONGEST_BODY);

  return {
    text: decoded?.toString() ?? '',
    ...(length > kept ? { length } : {}),
    isWhole: complete && length === kept && decoded !== undefined,
  };
}

/** Values of a repeated field are joined, as a client reads them. */
function flatten(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
