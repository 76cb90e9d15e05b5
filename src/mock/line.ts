/** The straight line of a request: token, bytes, contract, handler. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId } from '../contract/types.ts';
import { after } from '../ledger/after.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import type { Check, Visit } from './check.ts';
import type { Clock } from './clock.ts';
import type { Context, Handler, Outcome } from './handler.ts';
import { isMendable, type Mend } from './mend.ts';
import type { Identified, Identify } from './merchants.ts';
import { readBody } from './read-body.ts';
import { refuse, refuseBecause } from './refusal.ts';
import type { Written } from './render.ts';
import type { Sample, Sampled } from './sample.ts';

/** A request as it came, of which only the route is known. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer | undefined;
  /** Whose it is, written here as soon as the line knows: for whoever keeps a journal. */
  merchant?: string | undefined;
}

/** What stands along the line of one operation. */
export interface Stations<O extends OperationId> {
  readonly identify: Identify<Context>;
  /** What time it is, in milliseconds since 1970. */
  readonly now: Clock['now'];
  /** Where the contract alone answers in place of a handler; undefined for a request that does not ask for it. */
  readonly sample: Sample;
  /** In bytes; without it the server alone sets a limit. */
  readonly largestBody?: number;
  readonly check: Check<O>;
  readonly handle: Handler<O>;
  /** Adds to a refusal how one edit mends the request. */
  readonly mend: Mend<O>;
}

/** What it throws is a fault of the mock. */
export type Line = (arrival: Arrival) => Awaitable<Outcome<unknown> | Sampled | Written>;

export function createLine<O extends OperationId>(stations: Stations<O>): Line {
  const { identify, sample, largestBody = Number.POSITIVE_INFINITY, check, handle, mend } = stations;
  const goOn = (identified: Identified<Context>, arrival: Arrival): Awaitable<Outcome<unknown> | Sampled> => {
    if (identified.kind === 'refused') return identified;
    const { headers, bytes } = arrival;
    arrival.merchant = identified.desk.merchant.name;
    if ((bytes?.length ?? 0) > largestBody)
      return refuseBecause(
        'body-too-large',
        `the body: expected at most ${largestBody} bytes, got ${bytes?.length}`,
      );
    const read = readBody(headers, bytes);
    if (read.kind === 'refused') return read;
    const visit: Visit = { headers, body: read.value };
    const sampled = sample(visit, identified.desk);
    if (sampled !== undefined) return sampled;
    const { desk } = identified;
    const checked = check(visit, desk);
    const outcome: Awaitable<Outcome<unknown>> =
      checked.kind === 'invalid' ? refuse('content-refused', checked.violations) : handle(checked.body, desk);

    return after(outcome, (done) =>
      done.kind === 'refused' && isMendable(done, bytes?.length ?? 0) ? mend(done, visit, desk, check) : done,
    );
  };

  return (arrival) => {
    const identified = identify(arrival.headers.authorization);
    // Most tokens came before and are known at once.
    if (!(identified instanceof Promise)) return goOn(identified, arrival);

    return identified.then((late) => goOn(late, arrival));
  };
}
