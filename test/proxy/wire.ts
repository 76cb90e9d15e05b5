/** Bytes to and from a proxy: raw services, connections and messages. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { TrafficEvent } from '../../src/exchange/traffic-event.ts';
import { createCalls } from '../../src/proxy/calls.ts';
import { type ObserverCalls, type ObserverOptions, serveObserver } from '../../src/proxy/observer.ts';
import { type ProxyOptions, startProxy } from '../../src/proxy/proxy.ts';
import { listen } from '../deployments/listen.ts';

export type Step =
  /** Sends these bytes, one for each character. */
  | string
  /** Waits until the received text contains this text, as often as given. */
  | { readonly until: string; readonly times?: number }
  /** Waits until this many bytes were received. */
  | { readonly bytes: number }
  /** In milliseconds. */
  | { readonly pause: number }
  /** Waits until the other end closes its sending side. */
  | 'ended'
  /** Closes the sending side. */
  | 'end'
  | 'reset'
  | 'close';

interface Side {
  readonly received: Buffer;
  readonly end: 'open' | 'ended' | 'reset';
}

export interface Seen {
  readonly client: Side;
  /** One for each connection, in their order. */
  readonly service: readonly Side[];
}

export interface Script {
  readonly client: readonly Step[];
  /** On the first connection. */
  readonly service: readonly Step[];
}

/** Lets sockets and proxies of this process have turns: a busy machine may spend one long pause without any. */
export async function giveTurns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn++) await pause(5);
}

/** The event of a call without a response, which the service may have carried out. */
export function lostCall(why: string) {
  return { kind: 'exchange', exchange: { delivery: 'lost', response: { status: 0, statusText: why } } };
}

/** In milliseconds. */
const PATIENCE = 4_000;

/** @param front returns the port that the client connects to, given the service's */
export async function converse(
  { client, service }: Script,
  front: (port: number) => Promise<{ readonly port: number; readonly close: () => Promise<void> }>,
): Promise<Seen> {
  const ends: End[] = [];
  const served: Promise<void>[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const end = follow(socket);
    ends.push(end);
    served.push(play(end, ends.length === 1 ? service : []));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port, close } = await front((server.address() as AddressInfo).port);
  const own = follow(connect({ port, host: '127.0.0.1', allowHalfOpen: true }));
  try {
    await play(own, client);
    await Promise.all(served);
    // Both ends stay open meanwhile.
    await giveTurns();

    return { client: sideOf(own), service: ends.map(sideOf) };
  } finally {
    own.socket.destroy();
    for (const { socket } of ends) socket.destroy();
    server.close();
    await close();
  }
}

interface End {
  readonly socket: Socket;
  readonly pieces: Buffer[];
  state: Side['end'];
}

function follow(socket: Socket): End {
  const end: End = { socket, pieces: [], state: 'open' };
  socket.on('data', (piece) => end.pieces.push(piece));
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNRESET' && end.state === 'open') end.state = 'reset';
  });
  socket.on('end', () => {
    end.state = 'ended';
  });

  return end;
}

async function play({ socket, pieces, ...end }: End, steps: readonly Step[]): Promise<void> {
  const received = () => Buffer.concat(pieces).toString('latin1');
  let isEnded = end.state !== 'open';
  socket.on('end', () => {
    isEnded = true;
  });
  for (const step of steps) {
    if (typeof step === 'string') {
      if (step === 'end') socket.end();
      else if (step === 'close') socket.destroy();
      else if (step === 'reset') socket.resetAndDestroy();
      else if (step === 'ended') await waitFor(() => isEnded || socket.destroyed);
      else socket.write(step, 'latin1');
    } else if ('pause' in step) await pause(step.pause);
    else if ('bytes' in step)
      await waitFor(() => pieces.reduce((sum, { length }) => sum + length, 0) >= step.bytes || isEnded);
    else {
      const { until, times = 1 } = step;
      await waitFor(() => received().split(until).length > times || isEnded || socket.destroyed);
    }
  }
  if (isEnded) socket.end();
}

async function waitFor(holds: () => boolean): Promise<void> {
  for (const begin = performance.now(); !holds() && performance.now() - begin < PATIENCE; ) await pause(2);
}

function sideOf({ pieces, state }: End): Side {
  return { received: Buffer.concat(pieces), end: state };
}

// A service that answers each request with bytes of a test, and a client that sends any.

const ANSWER = '{"transactionFee":0.31,"sTxId":"s1","message":"ok"}';
export const OK = `HTTP/1.1 200 OK\r\nContent-Length: ${ANSWER.length}\r\n\r\n${ANSWER}`;
const FEE = '{"amount":10,"nicn":"424242","region":"AZ"}';

export const post = (headers: readonly string[] = [], path = '/v1/ch') =>
  [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Length: ${FEE.length}`, ...headers, '', FEE].join('\r\n');
export const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n`;

/** A service that answers each request with bytes, and follows no rule of HTTP. */
export async function listenRaw(answer: (head: string, socket: Socket) => string | undefined) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let held = '';
    socket.on('data', (piece) => {
      held += piece.toString('latin1');
      for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
        const head = held.slice(0, end + 4);
        const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        if (held.length < end + 4 + length) return;
        held = held.slice(end + 4 + length);
        const bytes = answer(head, socket);
        if (bytes !== undefined) socket.write(bytes, 'latin1');
      }
    });
  });
  const { connections: _, ...listening } = await listen(server);

  return { ...listening, url: listening.url.origin };
}

/** Sends bytes on a connection of their own, and resolves with the answer at its end. */
export function ask(port: number, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.on('data', (piece) => {
    received += piece.toString('latin1');
    if (/\r\n\r\n(?:ok|\{.*\})$|0\r\n.*\r\n\r\n$/s.test(received)) socket.destroy();
  });
  socket.on('end', () => socket.destroy());
  socket.on('close', () => resolve(received));
  socket.write(bytes, 'latin1');

  return promise;
}

// Starts a proxy for a test, with its port and the events that its observer got.

/** The observer runs on the thread of the test. */
export async function startFront(
  to: string | URL,
  { onEvent, onError, verdict, ...options }: Partial<ProxyOptions & ObserverOptions> = {},
) {
  const events: TrafficEvent[] = [];
  const { port1, port2 } = new MessageChannel();
  serveObserver(port2, {
    ...{ onError, verdict },
    onEvent:
      onEvent ??
      ((event) => {
        events.push(event);

        return undefined;
      }),
  });
  const proxy = await startProxy({
    ...{ to: new URL(to), observer: createCalls<ObserverCalls>(port1) },
    ...(onError && { onError }),
    ...options,
  });

  return {
    ...proxy,
    events,
    port: Number(new URL(proxy.url).port),
    async close(...given: Parameters<typeof proxy.close>) {
      await proxy.close(...given);
      port1.close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}

// Reads the messages of one direction of a connection, without the connection's own fields.

export interface Message {
  /** The request line without the address of an absolute target, or the status line without the version. */
  readonly line: string;
  /** Verbatim, in their order. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly trailers: readonly string[];
  /** Whether its end was seen. */
  readonly isWhole: boolean;
}

const HOP_BY_HOP =
  /^(?:connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade|trailer|host)\s*:/i;

/**
 * @param isBodiless whether the response with this number has no body, by the method of its request
 * @param isEnded whether the sender ended the connection, which ends a body without a length
 */
export function readMessages(
  bytes: Buffer,
  {
    isBodiless = () => false,
    isEnded,
  }: { readonly isBodiless?: (at: number) => boolean; readonly isEnded: boolean },
): readonly Message[] {
  const messages: Message[] = [];
  let rest = bytes.toString('latin1');
  let finals = 0;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) {
      messages.push({ line: rest, headers: [], body: '', trailers: [], isWhole: false });
      break;
    }
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    rest = rest.slice(end + 4);
    const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(line)?.[1]);
    const isInterim = status >= 100 && status < 200;
    const isWithoutBody = isInterim || status === 204 || status === 304 || (status > 0 && isBodiless(finals));
    if (!isInterim) finals += 1;
    const read = isWithoutBody ? NOTHING : readBody(fields, rest, status > 0, isEnded);
    rest = isWithoutBody ? rest : rest.slice(read.length);
    messages.push({
      line: line
        .replace(/^HTTP\/1\.\d /, '')
        .replace(/ HTTP\/1\.\d$/, '')
        .replace(/https?:\/\/[^/?# ]*/, ''),
      headers: fields.filter((field) => !HOP_BY_HOP.test(field)).map(normalise),
      body: read.body,
      trailers: read.trailers.map(normalise),
      isWhole: read.isWhole,
    });
  }

  return messages;
}

/** White space around a value is not part of it. */
function normalise(field: string): string {
  const at = field.indexOf(':');

  return `${field.slice(0, at)}: ${field.slice(at + 1).trim()}`;
}

interface ReadBody {
  readonly body: string;
  readonly trailers: readonly string[];
  readonly length: number;
  readonly isWhole: boolean;
}

const NOTHING: ReadBody = { body: '', trailers: [], length: 0, isWhole: true };

function readBody(fields: readonly string[], rest: string, isResponse: boolean, isEnded: boolean): ReadBody {
  const fieldOf = (name: string) =>
    fields
      .find((field) => field.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  if (/chunked/i.test(fieldOf('transfer-encoding') ?? '')) return readChunks(rest);
  const length = fieldOf('content-length');
  if (length === undefined && !isResponse) return NOTHING;
  if (length === undefined) return { body: rest, trailers: [], length: rest.length, isWhole: isEnded };
  const body = rest.slice(0, Number(length));

  return { body, trailers: [], length: body.length, isWhole: body.length === Number(length) };
}

function readChunks(rest: string): ReadBody {
  let body = '';
  let at = 0;
  for (;;) {
    const end = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.slice(at, end), 16);
    if (end < 0 || Number.isNaN(size)) return { body, trailers: [], length: rest.length, isWhole: false };
    at = end + 2;
    if (size === 0) break;
    body += rest.slice(at, at + size);
    at += size + 2;
    if (at > rest.length) return { body, trailers: [], length: rest.length, isWhole: false };
  }
  const trailers: string[] = [];
  for (;;) {
    const end = rest.indexOf('\r\n', at);
    if (end < 0) return { body, trailers, length: rest.length, isWhole: false };
    const field = rest.slice(at, end);
    at = end + 2;
    if (field === '') return { body, trailers, length: at, isWhole: true };
    trailers.push(field);
  }
}
