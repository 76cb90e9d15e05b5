/** Answers a control request: guard, route, body, world, handler. Loaded with the first one: most mocks receive none. */
import { type ControlCaller, describeHeader, refuseForeign } from '../../control/guard.ts';
import { ControlRefusal, findHandler, type Reply } from '../../control/routes.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import { controlProblem } from '../http/problem.ts';
import { type Refusal, refuseBecause, refuseLedgerError } from '../refusal.ts';
import type { HandlerContext, Principal, SentBody } from '../request.ts';
import type { MockResponse } from '../response.ts';
import { parseRequest } from '../stages/parse.ts';
import { isJsonType } from '../stages/validate.ts';
import type { World } from '../worlds/world.ts';
import { type ControlContext, journalsOf, type SharedContext } from './context.ts';
import { CONTROL_ROUTES } from './control-routes.ts';

/** A control request as it arrived. */
interface ControlRequestHead extends Caller {
  readonly id: string;
  /** Path and query, without the world's part. */
  readonly url: string;
}

export interface ControlOptions extends SharedContext {
  /** The machines that may use the control routes: this one, or all. */
  readonly access: Access;
  /** The name or address that the mock listens on. */
  readonly host: string;
}

type Access = 'loopback' | 'anyone';

/** @param open the world of the address, or why there is none; called only for a request that is let in */
export type Control = (request: ControlRequestHead, open: () => World | Refusal) => Promise<MockResponse>;

export function createControl({ access, host, ...shared }: ControlOptions): Control {
  const contextIn = (world: World): ControlContext => {
    const contextOf = ({ merchant, engine }: Principal): HandlerContext => ({
      ...{ merchant, engine, ledger: world.ledger },
      today: world.clock.today,
    });

    return {
      ...{ ...shared, world, journal: world.journal, worldName: world.name },
      streams: shared.worlds.streams,
      journalsOf: (name) => journalsOf(name, world, shared.worlds),
      merchantContexts: (scenario) =>
        shared.registry.principals.map((one) => contextOf(scenario?.change(one) ?? one)),
    };
  };

  return async (request, open) => {
    const { id, method, headers, body, isUtf8 } = request;
    const refuse = (refusal: Refusal) => controlProblem(refusal, id);
    const refused = guard(request, access, host);
    if (refused !== undefined) return refuse(refused);
    try {
      const handler = findHandler(CONTROL_ROUTES, request);
      if (typeof handler !== 'function') return write(handler, id);
      const hasBody = method === 'POST' && body !== undefined && body !== '';
      const parsed = hasBody ? parseRequest({ headers, body, isUtf8 }) : NO_BODY;
      if (parsed.kind === 'refused') return refuse(parsed);
      const world = open();
      if (world.kind === 'refused') return refuse(world);

      return write(await handler(parsed.body, contextIn(world)), id);
    } catch (error) {
      if (error instanceof LedgerError) return refuse(refuseLedgerError(error));
      if (!(error instanceof ControlRefusal)) throw error;

      return refuse(refuseBecause(error.code, error.message, error.headers));
    }
  };
}

const NO_BODY = { kind: 'parsed', body: undefined } as const;

/** The router adds no CORS headers to these: pages of other origins cannot read control responses. */
function write({ status, headers, text, lines }: Reply, requestId: string): MockResponse {
  return {
    status,
    headers: { 'cache-control': 'no-store', 'request-id': requestId, ...headers },
    body: text,
    ...(lines && { lines }),
  };
}

export interface Caller extends ControlCaller, SentBody {
  readonly method: string;
}

/**
 * @param host the name or address that the mock listens on
 * @returns undefined where the caller is let in
 */
export function guard(caller: Caller, access: Access, host: string): Refusal | undefined {
  const { method, headers, body } = caller;
  const advice = access === 'anyone' ? undefined : '; tollgate mock --control anyone lets others in';
  const foreign = refuseForeign(caller, { host, advice });
  if (foreign !== undefined) return refuseBecause('control-forbidden', foreign);
  // A page may send other media types to any origin without a preflight.
  const hasBody = body !== undefined && body !== '';
  if (!hasBody || method === 'GET' || method === 'HEAD' || isJsonType(headers['content-type']))
    return undefined;
  const detail = describeHeader('Content-Type', 'application/json', headers['content-type']);

  return refuseBecause('unsupported-media-type', detail);
}
