/** Asking a mock without a network: what goes in and what comes out. */
import type { OutgoingHttpHeaders } from 'node:http';

export interface InjectedRequest {
  /** POST, where nothing is said. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  /** Sent as they are: token and media type too are for the caller to give. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface InjectedAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly text: string;
  /** @throws SyntaxError where the text is not JSON */
  readonly json: () => unknown;
}
