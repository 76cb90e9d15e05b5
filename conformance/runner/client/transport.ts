/** Sends a request to a deployment once, follows redirects within its origin, and returns the result. */
import { Readable } from 'node:stream';
import { version } from '../../../src/contract/version.ts';
import { STRAIGHT } from '../../deployment/connection-options.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import {
  type FailureCause,
  type HttpResult,
  isSuccessful,
  type OutgoingRequest,
  toHttpResponse,
} from '../../rule/http-result.ts';
import { withoutHeader } from '../../rule/request-variant.ts';
import { BudgetSpent } from './budget.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { type Connections, openConnections } from './connections.ts';
import { describeNetworkError } from './network-error.ts';
import { readBody } from './read-body.ts';
import { createRedirectCache } from './redirect-cache.ts';

/** A longer body is neither a fee nor a sale; of a refusal, the beginning is enough. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

export interface TransportOptions extends Pick<Deployment, 'url' | 'headers' | 'reach'> {
  readonly limits: Pick<Deployment['limits'], 'concurrency' | 'timeout'>;
}

export interface Transport {
  /** `beforeRedirect` is awaited before each further request; `send` rejects only with its errors. */
  send(request: OutgoingRequest, beforeRedirect?: () => Promise<void>): Promise<HttpResult>;
  /** Sends each over its own connection, which is closed after its answer, or kept open until all have theirs. */
  sendTogether(
    requests: readonly OutgoingRequest[],
    connections: 'kept' | 'closed',
  ): Promise<readonly HttpResult[]>;
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
  const commonHeaders = { ...usualHeaders(ownHeaders), ...ownHeaders };
  const basePath = url.pathname.replace(/\/$/, '');
  const redirects = createRedirectCache();

  const sendOver = async (
    connections: Connections,
    request: OutgoingRequest,
    beforeRedirect: () => Promise<void>,
  ): Promise<HttpResult> => {
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    const fail = (cause: FailureCause, detail: string): HttpResult => ({
      kind: 'unanswered',
      cause,
      detail,
      ms: elapsed(),
    });
    // AbortSignal.timeout would also abort, and build an error, long after a response.
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DOMException(`no answer within ${timeout} ms`, 'TimeoutError')),
      timeout,
    );
    const { signal } = deadline;
    const { method = 'POST', token, without, body, charset } = request;
    const bytes = charset === undefined ? body : Buffer.from(body, charset);
    const headers = {
      ...(without === undefined ? commonHeaders : withoutHeader(commonHeaders, without)),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const ownPath = basePath + request.path;
    // A service may redirect requests without a token, or with another method, elsewhere.
    const kind = `${method} ${token} ${without} ${ownPath}`;
    let path = redirects.get(kind) ?? ownPath;
    let isPermanent = true;
    let hasHeaders = false;

    try {
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        if (hops > 0) await beforeRedirect();
        hasHeaders = false;
        const response = await connections.request({
          method,
          path,
          signal,
          headers,
          body: method === 'GET' ? null : request.isChunked ? inTwoChunks(bytes) : bytes,
        });
        hasHeaders = true;
        const status = response.statusCode;
        const responseHeaders = flatten(response.headers);
        const read = await readBody(response.body, responseHeaders['content-encoding'], MAX_BODY_BYTES);
        if (isSuccessful({ status }) && read.kind === 'too-large')
          return fail('too-large', `the answer is longer than ${MAX_BODY_BYTES} bytes`);
        if (isSuccessful({ status }) && read.kind === 'undecodable')
          return fail('cut-off', 'the answer cannot be decompressed');

        const location = status === 307 || status === 308 ? responseHeaders['location'] : undefined;
        if (location === undefined) {
          if (hops === 0 && redirects.forgetIfGone(kind, status)) {
            path = ownPath;
            continue;
          }
          if (hops > 0 && path !== ownPath) redirects.add(kind, path, isPermanent);

          return toHttpResponse({ status, headers: responseHeaders, text: read.text, ms: elapsed() });
        }
        const target = URL.parse(location, url.origin + path);
        if (target?.origin !== url.origin)
          return fail(
            'redirected-away',
            `a redirect to ${target?.origin ?? 'an address that cannot be read'}`,
          );
        path = target.pathname + target.search;
        isPermanent &&= status === 308;
      }

      return fail('redirected-away', `more than ${MAX_REDIRECTS} redirects`);
    } catch (error) {
      if (error instanceof BudgetSpent) throw error;
      const { cause, detail } = describeNetworkError(error, timeout, hasHeaders);

      return fail(cause, detail);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    send: (request, beforeRedirect = async () => {}) =>
      slots.use(request.connection, (connections) => sendOver(connections, request, beforeRedirect)),
    async sendTogether(requests, kind) {
      const sent = requests.map(async (request) => {
        const connections = open();
        const result = await sendOver(connections, request, async () => {});
        if (kind === 'closed') await connections.close();

        return { connections, result };
      });
      const all = await Promise.all(sent);
      await Promise.all(all.map(({ connections }) => connections.close()));

      return all.map(({ result }) => result);
    },
    reconnect: slots.reconnect,
    close: slots.close,
  };
}

/** A stream has an unknown length, so undici uses the chunked transfer coding (RFC 9112, 7.1). */
function inTwoChunks(body: string | Buffer): Readable {
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);

  return Readable.from([bytes.subarray(0, half), bytes.subarray(half)], { objectMode: false });
}

/** Firewalls refuse requests without these headers. Headers of the deployment file take their place. */
function usualHeaders(ownHeaders: Readonly<Record<string, string>>): Record<string, string> {
  const own = new Set(Object.keys(ownHeaders).map((name) => name.toLowerCase()));
  const usual = { accept: '*/*', 'user-agent': `tollgate/${version()}` };

  return Object.fromEntries(Object.entries(usual).filter(([name]) => !own.has(name)));
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
