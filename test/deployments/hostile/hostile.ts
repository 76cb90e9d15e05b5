/** A hostile or awkward deployment, the report that it has to get, and how its answers are written byte by byte. */

import { Agent, request as ask } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ConformOptions } from '../../../conformance/index.ts';
import type { Verdict } from '../../../conformance/report/report.ts';
import { type Listening, listenRaw } from '../listen.ts';
import { type RawResponse, type ReferenceBehavior, startReference } from '../reference.ts';

export interface Hostile {
  /** What it does. */
  readonly name: string;
  readonly verdict: Verdict;
  /** All must rules that it fails. */
  readonly fails?: readonly string[];
  /** What the summary or a counterexample has to contain. */
  readonly says?: RegExp;
  readonly start: () => Promise<Listening>;
  /** `quick` by default. */
  readonly effort?: ConformOptions['effort'];
  /** In milliseconds; short by default. */
  readonly timeout?: number;
}

// A conformant deployment whose answers a test writes byte by byte.

export interface Asked {
  readonly socket: Socket;
  /** Request line and headers. */
  readonly head: string;
  readonly body: string;
  /** The number among all requests, from 1. */
  readonly number: number;
  /** The number among the requests of its connection, from 1. */
  readonly turn: number;
  /** The conformant deployment's answer, to another head or body where given. */
  readonly answer: (changed?: Partial<Pick<Asked, 'head' | 'body'>>) => Promise<RawResponse>;
}

export async function listenBehind(
  write: (asked: Asked) => void | Promise<void>,
  differing: Partial<ReferenceBehavior> = {},
): Promise<Listening> {
  const right = await startReference(differing);
  const agent = new Agent({ keepAlive: true });
  const unread = new WeakMap<Socket, { bytes: string; turn: number }>();
  let number = 0;

  const front = await listenRaw(async (socket, data) => {
    const state = unread.get(socket) ?? { bytes: '', turn: 0 };
    unread.set(socket, state);
    state.bytes += data;
    const end = state.bytes.indexOf('\r\n\r\n');
    const head = state.bytes.slice(0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const body = state.bytes.slice(end + 4);
    if (end === -1 || Buffer.byteLength(body) < length) return;
    state.bytes = '';
    const asked = { socket, head, body, number: ++number, turn: ++state.turn };
    try {
      await write({ ...asked, answer: (changed) => forward(right.url, agent, { head, body, ...changed }) });
    } catch {
      socket.destroy();
    }
  });

  return {
    url: front.url,
    sockets: front.sockets,
    get connections() {
      return front.connections;
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await front[Symbol.asyncDispose]();
      await right[Symbol.asyncDispose]();
    },
  };
}

function forward(url: URL, agent: Agent, { head, body }: Pick<Asked, 'head' | 'body'>): Promise<RawResponse> {
  const [method = '', path = ''] = head.split(' ');
  const authorization = /\r\nauthorization: *([^\r]*)/i.exec(head)?.[1];
  const headers = authorization === undefined ? {} : { authorization };

  return new Promise((resolve, reject) => {
    const asking = ask(new URL(path, url), { method, headers, agent }, async (response) => {
      const type = response.headers['content-type'];
      resolve({ status: response.statusCode ?? 0, type, text: await text(response) });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** The head of an answer. Further lines are given without line breaks. */
export function headOf(
  { status, type }: RawResponse,
  lines: readonly string[] = [],
  version = '1.1',
): string {
  const all = [
    `HTTP/${version} ${status} Status`,
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    ...lines,
  ];

  return `${all.join('\r\n')}\r\n\r\n`;
}

/** An answer as servers write it. */
export function ordinary(written: RawResponse, lines: readonly string[] = [], version = '1.1'): string {
  const length = `content-length: ${Buffer.byteLength(written.text)}`;

  return headOf(written, [...lines, length], version) + written.text;
}
