/** The only file that knows undici: one pool for one origin, every way of not being answered told apart. */
import { Pool } from 'undici';
import { withoutHeader } from '../manner.ts';
import type { Answer, OutgoingRequest, Silence } from './answer.ts';
import { decode } from './decode.ts';
import { BudgetSpent } from './pace.ts';
import { tellSilence } from './tell-silence.ts';

/** The longest answer read, in bytes: of a refusal no more is needed, and anything beyond it is no fee and no sale. */
const LONGEST_ANSWER = 1024 * 1024;
const MOST_REDIRECTS = 3;
const TOO_LARGE = { kind: 'too-large' } as const;

export interface TransportOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Milliseconds from sending a request to the last byte of its answer. */
  readonly timeout: number;
}

export interface Transport {
  /** Asks once, following redirects on the same origin; `beforeHop` is awaited before each of those. */
  send(request: OutgoingRequest, beforeHop?: () => Promise<void>): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens the pool. Nothing is sent before the first `send`, which throws nothing but what `beforeHop` throws. */
export function openTransport({ url, headers, connections, timeout }: TransportOptions): Transport {
  const pool = new Pool(url.origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    connect: { timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const base = url.pathname.replace(/\/$/, '');
  /**
   * Where a request was redirected to: asked there straight away from then on, or each would cost two. One without
   * its token, or by another method, may be led elsewhere than the others.
   */
  const moved = new Map<string, string>();

  return {
    async send(request, beforeHop = async () => {}) {
      const started = performance.now();
      const deadline = AbortSignal.timeout(timeout);
      const since = () => Math.round(performance.now() - started);
      const silent = (cause: Silence, detail: string): Answer => ({
        kind: 'unanswered',
        cause,
        detail,
        ms: since(),
      });
      const { method = 'POST', token, body } = request;
      const asked = base + request.path;
      const kind = `${method} ${token} ${request.without} ${asked}`;
      let path = moved.get(kind) ?? asked;
      let answering = false;

      try {
        for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
          if (hops > 0) await beforeHop();
          answering = false;
          const response = await pool.request({
            method,
            path,
            signal: deadline,
            headers: {
              ...(request.without === undefined ? headers : withoutHeader(headers, request.without)),
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            },
            body: method === 'GET' ? null : body,
          });
          answering = true;
          const answerHeaders = flatten(response.headers);
          const { bytes, isWhole } = await readBounded(response.body);
          const isSuccess = response.statusCode >= 200 && response.statusCode <= 299;
          const decoded = isWhole
            ? decode(bytes, answerHeaders['content-encoding'], LONGEST_ANSWER)
            : TOO_LARGE;
          if (isSuccess && decoded.kind === 'too-large')
            return silent('too-large', `the answer is longer than ${LONGEST_ANSWER} bytes`);
          if (isSuccess && decoded.kind === 'undecodable')
            return silent('cut-off', 'the answer cannot be decompressed');
          const text = decoded.kind === 'decoded' ? decoded.text : bytes.toString('utf8');
          const location = answerHeaders['location'];
          if ((response.statusCode !== 307 && response.statusCode !== 308) || location === undefined) {
            return {
              kind: 'answered',
              status: response.statusCode,
              headers: answerHeaders,
              text,
              ms: since(),
            };
          }
          const target = resolve(location, url.origin + path);
          if (target?.origin !== url.origin) {
            return silent(
              'redirected-away',
              `a redirect to ${target?.origin ?? 'an address that cannot be read'}`,
            );
          }
          path = target.pathname + target.search;
          moved.set(kind, path);
        }
        return silent('redirected-away', `more than ${MOST_REDIRECTS} redirects`);
      } catch (error) {
        if (error instanceof BudgetSpent) throw error;
        const { cause, detail } = tellSilence(error, answering, timeout);
        return silent(cause, detail);
      }
    },
    close: () => pool.destroy(),
  };
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > LONGEST_ANSWER) return { bytes: Buffer.concat(chunks, LONGEST_ANSWER), isWhole: false };
  }

  return { bytes: Buffer.concat(chunks), isWhole: true };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function resolve(location: string, from: string): URL | undefined {
  return URL.canParse(location, from) ? new URL(location, from) : undefined;
}
