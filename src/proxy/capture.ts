/** Makes the event of an exchange from the heads and bodies that the proxy forwarded. */
import type { IncomingMessage } from 'node:http';
import { decodeContent } from '../exchange/content-coding.ts';
import type { ExchangePart } from '../exchange/exchange.ts';
import type { SeenExchange } from '../exchange/traffic-event.ts';

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
  readonly merchant: string | undefined;
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

export function toEvent(passed: Passed): SeenExchange {
  const { id, merchant, startedAt, begun, ended, request, response, isDelivered } = passed;
  const asked = readBody(request, passed.requestBody);
  const answered = readBody(response, passed.responseBody);
  const lacks: ExchangePart[] = [
    ...(asked.isWhole ? [] : ['request-body' as const]),
    ...(answered.isWhole ? [] : ['response-body' as const]),
  ];
  const exchange = {
    ...{ id, world: undefined, merchant, startedAt, endedAt: ended, duration: ended - begun },
    request: {
      method: request.method,
      url: passed.url,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: asked.text,
      ...(asked.length === undefined ? {} : { bodyLength: asked.length }),
    },
    response: {
      status: response.statusCode ?? 0,
      headers: flatten(response.headers),
      rawHeaders: response.rawHeaders,
      statusText: response.statusMessage ?? '',
      body: answered.text,
    },
    ...(isDelivered ? {} : { delivery: 'cut-off' as const }),
    ...{ service: passed.service, lacks, isWhole: true as const },
  };

  return { kind: 'exchange', exchange };
}

interface ReadBody {
  readonly text: string;
  /** In bytes, where only the beginning was kept. */
  readonly length?: number;
  readonly isWhole: boolean;
}

function readBody(message: IncomingMessage, { pieces, length }: BodyCapture): ReadBody {
  const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  const isKept = length <= LONGEST_BODY;
  const decoded = bytes && decodeContent(bytes, message.headers['content-encoding'] ?? '', LONGEST_BODY);
  const text = decoded?.toString() ?? '';

  return {
    text,
    ...(isKept ? {} : { length }),
    isWhole: message.complete && isKept && decoded !== undefined,
  };
}

/** Values of a repeated field are joined, as a client reads them. */
function flatten(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
