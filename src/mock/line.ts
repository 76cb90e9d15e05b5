/** The straight line of a request: token, bytes, contract, handler. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId } from '../contract/types.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import type { Check, Visit } from './check.ts';
import type { Context, Handler, Outcome } from './handler.ts';
import type { Identify } from './merchants.ts';
import { readBody } from './read-body.ts';
import { refuse } from './refusal.ts';
import type { Sample, Sampled } from './sample.ts';

/** A request as it came, of which only the route is known. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer | undefined;
}

/** What stands along the line of one operation. */
export interface Stations<O extends OperationId> {
  readonly identify: Identify<Context>;
  /** Where the contract alone answers in place of a handler; undefined for a request that does not ask for it. */
  readonly sample: Sample;
  readonly check: Check<O>;
  readonly handle: Handler<O>;
}

/** What it throws is a fault of the mock. */
export type Line = (arrival: Arrival) => Awaitable<Outcome<unknown> | Sampled>;

export function createLine<O extends OperationId>({ identify, sample, check, handle }: Stations<O>): Line {
  return ({ headers, bytes }) => {
    const identified = identify(headers.authorization);
    if (identified.kind === 'refused') return identified;
    const read = readBody(headers, bytes);
    if (read.kind === 'refused') return read;
    const visit: Visit = { headers, body: read.value };
    const sampled = sample(visit, identified.desk);
    if (sampled !== undefined) return sampled;
    const checked = check(visit, identified.desk);
    if (checked.kind === 'invalid') return refuse('content-refused', checked.violations);

    return handle(checked.body, identified.desk);
  };
}
