/** Asking a mock without a network: what goes in and what comes out. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FeeResponse, Problem, SaleResponse } from '../contract/types.ts';

export interface InjectedRequest<Path extends string = string> {
  /** POST, where nothing is said. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: Path;
  /** Sent as they are: token and media type too are for the caller to give. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** What is answered at a path by a mock that was not told to answer otherwise, by choices or defects. */
export type AnswerBody<Path extends string> = Path extends '/v1/ch'
  ? FeeResponse | Problem
  : Path extends '/v1/ch/sale'
    ? SaleResponse | Problem
    : unknown;

export interface InjectedAnswer<Body = unknown> {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly text: string;
  /** @throws SyntaxError where the text is not JSON */
  readonly json: () => Body;
}
