/** One request with its response: what the journal of the mock holds, and what other parts observe. */
import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '../text/json-object.ts';

export interface Exchange {
  /** The header Request-Id of the response. */
  readonly id: string;
  /** The world of the mock; undefined for the mock itself. */
  readonly world: string | undefined;
  /** The merchant of the token; undefined where the token names none. */
  readonly merchant: string | undefined;
  /** When the request arrived, in milliseconds since 1970. */
  readonly startedAt: number;
  /** When the request was handled, in milliseconds on the monotonic clock: it orders exchanges. */
  readonly endedAt: number;
  /** The time to handle the request, in milliseconds. For client rules it includes the delay of a fault. */
  readonly duration: number;
  readonly request: ExchangeRequest;
  readonly response: ExchangeResponse;
  /** How the delivery of this response failed; absent where the client received all of it. */
  readonly delivery?: 'lost' | 'cut-off';
  /** Whether the client still waits for a lost response, whose connection stays open. */
  readonly staysOpen?: boolean;
  /**
   * Base address of the service, without `/v1/ch`, such as `https://fees.example.com/base`. Transactions belong to it.
   * Absent where the source is the service.
   */
  readonly service?: string;
  /** Parts that the source did not record, so that their absence means nothing; none by default. */
  readonly lacks?: readonly ExchangePart[];
  /** Whether the source leaves out nothing else, as the proxy does: what is absent was not sent. */
  readonly isWhole?: true;
}

export type ExchangePart =
  | 'authorization'
  | 'request-headers'
  | 'request-body'
  | 'response-headers'
  | 'response-body';

export interface ExchangeRequest {
  /** Undefined, as is `url`, where the client sent no valid HTTP. */
  readonly method: string | undefined;
  /** Path and query, without the world's part. */
  readonly url: string | undefined;
  /** By name in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent; absent where nothing needs them. */
  readonly rawHeaders?: readonly string[];
  /** The body or its beginning; undefined where it was not read. */
  readonly body: string | undefined;
  /** In bytes, where only the beginning of the body was kept. */
  readonly bodyLength?: number;
  /** The JSON value of the body, where it is parsed already. */
  readonly json?: unknown;
}

interface ExchangeResponse {
  readonly status: number;
  /** By name in lower case, or as they were written. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values in turn, as they were sent; absent where nothing needs them. */
  readonly rawHeaders?: readonly string[];
  /** The reason phrase, where it is known; of status 0 why there is no response. */
  readonly statusText?: string;
  /** The body or its beginning. */
  readonly body: string;
  /** The JSON value of the body, where it is parsed already. */
  readonly json?: unknown;
}

export interface SplitUrl {
  readonly path?: string;
  /** Without the question mark. */
  readonly query?: string;
}

/** Path and query as they were sent, without decoding. */
export function splitUrl({ url }: Pick<ExchangeRequest, 'url'>): SplitUrl {
  if (url === undefined) return {};
  const at = url.indexOf('?');

  return at < 0 ? { path: url } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** The JSON value of the request's body; undefined where there is no body, or it is not JSON. */
export function requestJson({ body }: Pick<ExchangeRequest, 'body'>): unknown {
  return parseJson(body ?? '');
}
