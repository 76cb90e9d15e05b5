/** What a handler is: from a request that fits the contract to an answer, with no HTTP in between. */
import type { OperationId, RequestBody, ResponseBody } from '../contract/types.ts';
import type { Day, FeeEngine } from '../engine/index.ts';
import type { Awaitable, Ledger } from '../ledger/ledger.ts';
import type { Desk } from './merchants.ts';
import type { Refusal } from './refusal.ts';

/** What a handler works with: the merchant of the token, its fees, and what was calculated before. */
export interface Context extends Desk {
  readonly engine: FeeEngine;
  readonly ledger: Ledger;
  /** The day of the sale. */
  readonly today: () => Day;
}

export interface Accepted<Body> {
  readonly kind: 'accepted';
  readonly body: Body;
}

export type Outcome<Body> = Accepted<Body> | Refusal;

export type Handler<O extends OperationId> = (
  request: RequestBody[O],
  context: Context,
) => Awaitable<Outcome<ResponseBody[O]>>;

export function accepted<Body>(body: Body): Accepted<Body> {
  return { kind: 'accepted', body };
}
