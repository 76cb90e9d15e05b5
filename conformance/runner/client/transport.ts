/** Sends a request to a deployment once, and returns the result. */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { version } from '../../../src/contract/version.ts';
import { DECODERS } from '../../../src/exchange/content-coding.ts';
import { type Deployment, STRAIGHT } from '../../deployment/deployment.ts';
import {
  type FailureCause,
  type HttpResult,
  isSuccessful,
  type OutgoingRequest,
  toHttpResponse,
} from '../../rule/http-result.ts';
import { type Spelling, spellHeaders, withoutHeader } from '../../rule/request-variant.ts';
import { type Connections, createConnectionSlots, openConnections } from './connections.ts';
import { describeNetworkError } from './network-error.ts';

/** A longer body is neither a fee nor a sale; of a refusal, the beginning is enough. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface TransportOptions extends Pick<Deployment, 'url' | 'headers' | 'reach'> {
  readonly limits: Pick<Deployment['limits'], 'concurrency' | 'timeout'>;
}

/**
 * The edge of the suite: what lies above it depends on the answers, their order and the clock of the run, and on nothing
 * else. So a recorded transport leads to the same results.
 */
export interface Transport {
  /** Sends one HTTP request, whatever the response is. Never rejects. */
  send(request: OutgoingRequest): Promise<HttpResult>;
  /** Closes idle connections, and opens at most this many from now on. */
  reconnect(connections: number): Promise<void>;
  close(): Promise<void>;
}

/** Connects when the first request is sent. */
export function openTransport({
  url,
  headers: ownHeaders,
  limits: { concurrency, timeout },
  reach = STRAIGHT,
}: TransportOptions): Transport {
  const open = () => openConnections(url, reach, { connections: 1, timeout });
  const slots = createConnectionSlots(concurrency, open);
  const basePath = url.pathname.replace(/\/$/, '');
  const common = commonHeaders(ownHeaders);

  const sendOver = async (connections: Connections, request: OutgoingRequest): Promise<HttpResult> => {
    // By the clock of the machine: that of the run stands still meanwhile.
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    const fail = (cause: FailureCause, detail: string): HttpResult => ({
      kind: 'unanswered',
      cause,
      detail,
      ms: elapsed(),
    });
    const { method = 'POST', body, charset, spelling, target, spent = 0 } = request;
    // AbortSignal.timeout would also abort, and build an error, long after a response.
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DOMException(`no answer within ${timeout} ms`, 'TimeoutError')),
      Math.max(1, timeout - spent),
    );
    const bytes = charset === undefined ? body : Buffer.from(body, charset);
    const headers = {
      ...headersOf(request, common),
      // With a known length, undici does not use the chunked transfer coding.
      ...(spelling === 'segments' ? { 'content-length': String(Buffer.byteLength(bytes)) } : {}),
    };
    let hasHeaders = false;

    try {
      const response = await connections.request({
        method,
        path: target ?? basePath + request.path,
        signal: deadline.signal,
        headers,
        body: method === 'GET' ? null : isInParts(request) ? inTwoParts(bytes, spelling) : bytes,
      });
      hasHeaders = true;
      const status = response.statusCode;
      const responseHeaders = flatten(response.headers);
      const read = await readBody(response.body, responseHeaders['content-encoding'], MAX_BODY_BYTES);
      if (isSuccessful({ status }) && read.kind === 'too-large')
        return fail('too-large', `the answer is longer than ${MAX_BODY_BYTES} bytes`);
      if (isSuccessful({ status }) && read.kind === 'undecodable')
        return fail(
          'cut-off',
          `the answer is not what its Content-Encoding says: ${responseHeaders['content-encoding']}`,
        );

      return toHttpResponse({ status, headers: responseHeaders, text: read.text, ms: elapsed() });
    } catch (error) {
      const { cause, detail } = describeNetworkError(error, timeout, hasHeaders);

      return fail(cause, detail);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    send: (request) => slots.use(request.connection, (connections) => sendOver(connections, request)),
    reconnect: slots.reconnect,
    close: slots.close,
  };
}

/** A stream has an unknown length, so undici uses the chunked transfer coding (RFC 9112, 7.1). */
function inTwoParts(body: string | Buffer, spelling: Spelling | undefined): Readable {
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  const parts = async function* () {
    yield bytes.subarray(0, half);
    // Long enough that the second part is a segment of its own.
    if (spelling === 'segments') await pause(BETWEEN_SEGMENTS);
    yield bytes.subarray(half);
  };

  return Readable.from(parts(), { objectMode: false });
}

/** The headers of a request, those of its connection and of its body's length aside. */
export function headersOf(
  { spelling, token, without }: Pick<OutgoingRequest, 'spelling' | 'token' | 'without'>,
  common: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const sent = without === undefined ? common : withoutHeader(common, without);

  return spellHeaders(
    { ...sent, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    spelling,
  );
}

function isInParts({ isChunked, spelling }: OutgoingRequest): boolean {
  return isChunked === true || spelling === 'segments';
}

/** In milliseconds. */
const BETWEEN_SEGMENTS = 50;

/** The headers of every request. Firewalls refuse requests without the usual ones; those of the deployment file take their place. */
export function commonHeaders(ownHeaders: Deployment['headers']): Readonly<Record<string, string>> {
  const own = new Set(Object.keys(ownHeaders).map((name) => name.toLowerCase()));
  const usual = { accept: '*/*', 'user-agent': `tollgate/${version()}` };

  return { ...Object.fromEntries(Object.entries(usual).filter(([name]) => !own.has(name))), ...ownHeaders };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

export interface BodyRead {
  /** `undecodable` has the raw text; `too-large` its beginning. */
  readonly kind: 'complete' | 'undecodable' | 'too-large';
  readonly text: string;
}

/** Reads and decompresses a body, never beyond this size. A server may compress although the client sends no Accept-Encoding (RFC 9110, 12.5.3). */
export async function readBody(
  body: AsyncIterable<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
): Promise<BodyRead> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > maxBytes)
      return { kind: 'too-large', text: Buffer.concat(chunks, maxBytes).toString('utf8') };
  }

  return decode(Buffer.concat(chunks), encoding, maxBytes);
}

/** More encodings than this are an attack. */
const MAX_ENCODINGS = 3;

/** Ignores encodings that are not compressions, such as `utf-8`. */
function decode(bytes: Buffer, encoding: string | undefined, maxBytes: number): BodyRead {
  const names = (encoding ?? '').split(',').map((name) => name.trim().toLowerCase());
  const decoders = names.flatMap((name) => DECODERS[name] ?? []).toReversed();
  const text = bytes.toString('utf8');
  if (bytes.length === 0 || decoders.length === 0) return { kind: 'complete', text };
  if (decoders.length > MAX_ENCODINGS) return { kind: 'undecodable', text };
  try {
    const plain = decoders.reduce(
      (compressed, decoder) => decoder(compressed, { maxOutputLength: maxBytes }),
      bytes,
    );

    return { kind: 'complete', text: plain.toString('utf8') };
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

    return { kind: isTooLarge ? 'too-large' : 'undecodable', text };
  }
}
