/** Copies a forwarded exchange to plain data, from which another thread makes its event. */
import type { IncomingMessage } from 'node:http';
import { decodeContent } from '../exchange/content-coding.ts';
import type { Exchange, ExchangePart } from '../exchange/exchange.ts';
import { merchantOf } from '../exchange/merchant.ts';
import type { SeenExchange } from '../exchange/traffic-event.ts';
import { remember } from '../text/remember.ts';

/** In bytes. Longer bodies are forwarded, but not captured. */
const LONGEST_BODY = 2 ** 20;
/** The objects of a copy, in bytes. */
const OBJECTS = 512;

/** A message of a copy. Node reads heads as latin1, and so are bodies here: each character is a byte. */
interface CopiedMessage {
  readonly isComplete: boolean;
  /** Names and values in turn, each in a line. */
  readonly fields: string;
  readonly body: string;
  /** In bytes: how many have passed, which may be more than the body has. */
  readonly length: number;
}

/** A forwarded exchange, after its end. */
export interface Copy {
  readonly id: string;
  readonly service: string;
  /** Path and query behind the address of the service. */
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** In milliseconds on the monotonic clock. */
  readonly begun: number;
  readonly ended: number;
  readonly method: string | undefined;
  readonly status: number;
  readonly statusText: string;
  readonly delivery: Exchange['delivery'];
  readonly sent: CopiedMessage;
  readonly received: CopiedMessage;
}

/** In place of a response that never came. */
export const NO_MESSAGE: CopiedMessage = { isComplete: true, fields: '', body: '', length: 0 };

export type Captured = ReturnType<typeof capture>;

/** Captures a message while its body is forwarded. */
export function capture(message: IncomingMessage) {
  const pieces: Buffer[] = [];
  let kept = 0;
  let length = 0;

  return {
    message,
    add(piece: Buffer): void {
      const size = Math.min(piece.length, LONGEST_BODY - kept);
      length += piece.length;
      kept += size;
      if (size > 0) pieces.push(piece.subarray(0, size));
    },
    copy(): CopiedMessage {
      const [only, ...more] = pieces;
      const body = only === undefined || more.length > 0 ? Buffer.concat(pieces) : only;

      return {
        isComplete: message.complete,
        fields: message.rawHeaders.join('\n'),
        ...{ body: body.toString('latin1'), length },
      };
    },
  };
}

/** An estimate of its memory, in bytes. */
export function sizeOf({ sent, received }: Copy): number {
  return OBJECTS + sent.fields.length + sent.body.length + received.fields.length + received.body.length;
}

/** @returns a function that makes the event of a copied exchange */
export function createCopyReader(): (copy: Copy) => SeenExchange {
  // Clients repeat their fields, and reading a token takes longer than the rest.
  const fieldsOf = remember(readFields);
  const merchantIn = remember(merchantOf);

  return ({ sent, received, method, status, statusText, ...head }) => {
    const { id, service, url, startedAt, begun, ended, delivery } = head;
    const [request, response] = [fieldsOf(sent.fields), readFields(received.fields)];
    const { authorization } = request.headers;
    const merchant = authorization === undefined ? undefined : merchantIn(authorization);
    const [asked, answered] = [readBody(sent, request.headers), readBody(received, response.headers)];
    const isCut = sent.length > sent.body.length;
    const lacks: ExchangePart[] = [];
    if (!asked.isWhole) lacks.push('request-body');
    if (!answered.isWhole) lacks.push('response-body');
    const exchange: Exchange = {
      ...{ id, world: undefined, merchant, startedAt, endedAt: ended, duration: ended - begun },
      request: { method, url, ...request, body: asked.text, ...(isCut && { bodyLength: sent.length }) },
      response: { status, statusText, ...response, body: answered.text },
      ...(delivery && { delivery }),
      ...{ service, lacks, isWhole: true },
    };

    return { kind: 'exchange', exchange };
  };
}

interface HeaderFields {
  /** By name in lower case; values of a repeated name are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawHeaders: readonly string[];
}

/** Of a repeated one of these, Node keeps the first. */
const SINGLE =
  /^(?:age|authorization|content-(?:length|type)|etag|expires|from|host|if-(?:un)?modified-since|last-modified|location|max-forwards|proxy-authorization|referer|retry-after|server|user-agent)$/;

function readFields(lines: string): HeaderFields {
  const rawHeaders = lines === '' ? [] : lines.split('\n');
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (before === undefined) headers[name] = value;
    else if (!SINGLE.test(name)) headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
  }

  return { headers, rawHeaders };
}

function readBody({ isComplete, body, length }: CopiedMessage, headers: HeaderFields['headers']) {
  const coding = headers['content-encoding'] ?? '';
  const decoded = decodeContent(Buffer.from(body, 'latin1'), coding, LONGEST_BODY);
  const isWhole = isComplete && length === body.length && decoded !== undefined;

  return { text: decoded?.toString() ?? '', isWhole };
}
