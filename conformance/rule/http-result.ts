/** Requests to a deployment and their results: an HTTP response, or why there was none. Times in milliseconds. */
import { type JsonObject, parseJsonObject } from '../../src/text/json-object.ts';
import type { Method, Spelling } from './request-variant.ts';

export interface HttpResponse {
  readonly kind: 'answered';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as a JSON object; undefined where it is anything else. */
  readonly body: JsonObject | undefined;
  readonly ms: number;
  /** Whether the request was sent twice, as its connection was closed without an answer at first. */
  readonly isSecond?: true;
}

/** Why there was no complete HTTP response. None of these is a refusal of the request's content. */
export type FailureCause =
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'cut-off'
  | 'not-http'
  | 'too-large'
  | 'throttled'
  | 'redirected-away'
  | 'proxy';

interface RequestFailure {
  readonly kind: 'unanswered';
  readonly cause: FailureCause;
  readonly detail: string;
  readonly ms: number;
}

export type HttpResult = HttpResponse | RequestFailure;

export interface OutgoingRequest {
  readonly method?: Method;
  /** With the query, if any. */
  readonly path: string;
  /** The path that a redirect led to, in place of the own one; from the root of the origin. */
  readonly target?: string;
  /** Milliseconds of the time limit that the requests before a redirect took. */
  readonly spent?: number;
  readonly token: string | undefined;
  /** A header to leave out, in lower case. */
  readonly without?: string;
  /** The exact text to send. GET sends none. */
  readonly body: string;
  /** Whether the body is sent in chunks, without a Content-Length. */
  readonly isChunked?: boolean;
  /** UTF-8 unless given. */
  readonly charset?: 'latin1';
  /** Of the header names, and whether the body is sent in two parts. The body itself has it already. */
  readonly spelling?: Spelling;
  /**
   * `new` opens a connection, and `same` uses that one again; `extra` opens one beyond the limit, and `once` closes it
   * after the answer; any connection unless given.
   */
  readonly connection?: 'new' | 'same' | 'extra' | 'once';
  /** Whether the request may be sent again after a lost response. False for a sale, which may have been recorded. */
  readonly mayBeRepeated: boolean;
}

/** Parses the body once, when it is first read: many rules read it, and a long one takes milliseconds. */
export function toHttpResponse(parts: Omit<HttpResponse, 'kind' | 'body'>): HttpResponse {
  let parsed: { readonly body: JsonObject | undefined } | undefined;

  return {
    kind: 'answered',
    ...parts,
    get body() {
      parsed ??= { body: parseJsonObject(parts.text) };

      return parsed.body;
    },
  };
}

/** Whether the status is between 200 and 299. */
export function isSuccessful({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 200 && status <= 299;
}
