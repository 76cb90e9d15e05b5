/** A request to the mock, and what the stages of the pipeline learn about it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FeeRequest, OperationId, Violation } from '../contract/types.ts';
import type { Day, FeeEngine, Merchant } from '../engine/index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { JsonObject } from '../text/json-object.ts';
import type { Refusal } from './refusal.ts';

/** The body of a request; undefined where it has none, or none that was read. */
export interface SentBody {
  readonly body: string | undefined;
  /** Whether its bytes are UTF-8. */
  readonly isUtf8: boolean;
}

export const NO_BODY: SentBody = { body: undefined, isUtf8: true };

/** A request as it arrived. */
export interface MockRequest extends SentBody {
  /** The header Request-Id of its response. */
  readonly id: string;
  /** Undefined, as is `url`, where the client sent no valid HTTP. */
  readonly method: string | undefined;
  /** Path and query, without the world's part. */
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** When it arrived by the clock of its world, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** When it arrived, in milliseconds on the monotonic clock. */
  readonly startedAt: number;
  /** A fault refuses the call with this, once it is valid. */
  readonly refusal?: Refusal;
  /** A scenario sets the day of the fee. */
  readonly day?: Day | undefined;
}

/** A request with the JSON value of its body. */
export interface ParsedRequest {
  readonly kind: 'parsed';
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The members of a JSON object. */
export type Fields = JsonObject;

/** The authenticated merchant of a request, with its fees. */
export interface Principal {
  readonly kind: 'principal';
  readonly merchant: Merchant;
  readonly engine: FeeEngine;
}

/** What a handler works with. */
export interface HandlerContext {
  readonly merchant: Merchant;
  readonly engine: FeeEngine;
  readonly ledger: Ledger;
  /** The day of the sale. */
  readonly today: () => Day;
}

/** A request of a merchant to an operation, on its way to the handler. */
export interface MerchantCall {
  readonly operation: OperationId;
  readonly request: ParsedRequest;
  /** The body of the request; empty where it is not a JSON object. */
  readonly fields: Fields;
  readonly context: HandlerContext;
  /** How the request breaks the contract, before behaviors add or remove violations. */
  readonly violations: readonly Violation[];
}

/** An example, and a substitute for fields that a request lacks. */
export const VALID_FEE_REQUEST = {
  amount: 100,
  nicn: '424242',
  region: 'AZ',
} as const satisfies FeeRequest;

/** A member of an object's own; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;

  return (value as Fields)[name];
}
