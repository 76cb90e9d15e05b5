/** A response of the mock before it is sent. */
import type { Choices } from '../contract/choices.ts';
import type { Violation } from '../contract/types.ts';
import type { Hint } from '../exchange/client-observer.ts';
import type { Refusal } from './refusal.ts';

export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it is sent. */
  readonly body: Buffer;
  /** The merchant of the request, where the token named one. */
  readonly merchant?: string | undefined;
  /** The refusal that the response expresses, where it is one. */
  readonly refusal?: Refusal;
  /** Violations that a lenient mock accepted. */
  readonly overlooked?: readonly Violation[];
  /** The choices that shaped the response and are not the default. */
  readonly choices?: Choices;
  /** The JSON values of both bodies, where the response is an accepted one in the default format. */
  readonly values?: { readonly request: unknown; readonly response: unknown };
  /** What the client rules say about the request. */
  readonly hints?: readonly Hint[];
  /** A fault of its delivery; undefined where the response is sent at once and as a whole. */
  readonly fault?: DeliveryFault;
}

/** What goes wrong when a response is sent. */
export interface DeliveryFault {
  /** In milliseconds, before anything else. */
  readonly delay: number;
  readonly sending: Sending;
}

export type Sending =
  | { readonly kind: 'whole' }
  /** The connection is reset before the first byte. */
  | { readonly kind: 'reset' }
  /** Nothing is sent, and the connection stays open. */
  | { readonly kind: 'hang' }
  /** The head announces the whole body; the connection ends after half of it. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number };

/** What a handler answers to a request that fits the contract. */
export interface Accepted<Body> {
  readonly kind: 'accepted';
  readonly body: Body;
}

export type Outcome<Body = unknown> = Accepted<Body> | Refusal;

/** A response made from the examples and schemas of the contract. */
export interface Sampled {
  readonly kind: 'sampled';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A body of nothing. */
export const EMPTY = Buffer.alloc(0);

export function accepted<Body>(body: Body): Accepted<Body> {
  return { kind: 'accepted', body };
}
