/** The events that the proxy and HAR files give to a judge: an exchange, or why one is not judged. */
import type { Exchange } from './exchange.ts';

export type TrafficEvent = SeenExchange | NotJudgedExchange;

/** An event of a file, which may contain other traffic too. */
export type RecordedEvent = TrafficEvent | LeftOut;

export interface SeenExchange {
  readonly kind: 'exchange';
  readonly exchange: Exchange;
}

interface NotJudgedExchange {
  readonly kind: 'not-judged';
  /** A clause such as `the response never came`. */
  readonly why: string;
}

/** An exchange that is not a call of the API. */
export interface LeftOut {
  readonly kind: 'left-out';
  /** Scheme and host, such as `https://cdn.example.com`. */
  readonly address: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}
