/** A response of the mock before it is sent. */
import type { Readable } from 'node:stream';
import type { Choices } from '../contract/choices.ts';
import type { Violation } from '../contract/types.ts';
import type { Quoted } from '../engine/index.ts';
import type { JournalEntry } from '../exchange/journal/entry.ts';
import type { Refusal } from './refusal.ts';

export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Streamed in place of the body until either side ends the connection. */
  readonly lines?: Readable;
  /** The merchant of the request, where the token named one. */
  readonly merchant?: string | undefined;
  /** The refusal that the response expresses, where it is one. */
  readonly refusal?: Refusal;
  /** Violations that a lenient mock accepted. */
  readonly overlooked?: readonly Violation[];
  /** The choices that shaped the response and are not the default. */
  readonly choices?: Choices;
  /** How the fee was calculated, where the response has one. */
  readonly quote?: Quoted | undefined;
  /** The fault that a behavior injected. */
  readonly fault?: InjectedFault;
}

/** What the delivery of a response with a fault depends on, and what the client receives of it. */
export interface InjectedFault {
  /** In milliseconds, before anything else. */
  readonly delay: number;
  /** What is sent in place of the response as a whole. */
  readonly pieces?: Iterable<Piece> | undefined;
  /** How little the client receives; undefined where it receives all of the response. */
  readonly received?: Received | undefined;
  /** Whether the connection stays open without a response. */
  readonly staysOpen?: boolean | undefined;
}

export type Received = NonNullable<JournalEntry['received']>;

/** Bytes of the body, headers to set before the first of them, or milliseconds to wait. */
export type Piece =
  | Buffer
  | Readonly<Record<string, string | number | string[]>>
  | number
  /** The connection is reset, is kept open without another byte, or ends. */
  | 'reset'
  | 'hang'
  | 'cut';

/** The response with another media type; without the header Content-Type for undefined. */
export function withType(response: MockResponse, type: string | undefined): MockResponse {
  const { 'content-type': _, ...headers } = response.headers;

  return { ...response, headers: { ...(type !== undefined && { 'content-type': type }), ...headers } };
}

/** What a handler answers to a request that fits the contract. */
export interface Accepted<Body> {
  readonly kind: 'accepted';
  readonly body: Body;
  /** How its fee was calculated. */
  readonly quote?: Quoted | undefined;
}

export type HandlerOutcome<Body = unknown> = Accepted<Body> | Refusal;

/** What a response is on the wire. */
export type WrittenResponse = Pick<MockResponse, 'status' | 'headers' | 'body'>;

export function accepted<Body>(body: Body, quote?: Quoted): Accepted<Body> {
  return { kind: 'accepted', body, quote };
}
