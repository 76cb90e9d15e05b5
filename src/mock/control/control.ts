/** Answers control requests: guard, route, body, world, handler. Loaded with the first one: most mocks receive none. */
import { type ControlCaller, describeHeader, refuseForeign } from '../../control/guard.ts';
import type { JournalContext } from '../../control/journal.ts';
import {
  type ControlHandler,
  ControlRefusal,
  findHandler,
  invalid,
  type Reply,
  type Route,
} from '../../control/routes.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import { type Ledger, LedgerError } from '../../ledger/ledger.ts';
import type { InjectedAnswer, InjectedRequest } from '../api.ts';
import { controlProblem } from '../http/problem.ts';
import { MockError } from '../mock-error.ts';
import { type Refusal, refuseBecause, refuseLedgerError } from '../refusal.ts';
import type { HandlerContext, SentBody } from '../request.ts';
import type { MockResponse } from '../response.ts';
import { isJsonType, parseRequest } from '../stages/validate.ts';
import type { Shared, World } from '../worlds/world.ts';
import { isWorldName, NAME_EXPECTED, type Worlds } from '../worlds/worlds.ts';

/** What all control routes share. */
interface SharedContext extends Shared {
  readonly worlds: Worlds;
  /** Sends a request to the mock, as a client does. The path is that of the mock, with the world's part. */
  readonly send: (request: InjectedRequest) => Promise<InjectedAnswer>;
  /** The kind of the ledger that the mock was started with. */
  readonly ledgerKind: Ledger['kind'];
  /** When the mock started, in milliseconds on the monotonic clock. */
  readonly startedAt: number;
  readonly closing: AbortSignal;
}

export interface ControlContext extends SharedContext, JournalContext {
  /** The world of the address, or the mock itself. */
  readonly world: World;
}

export type MockHandler = ControlHandler<ControlContext>;

export interface ControlOptions extends SharedContext {
  readonly routes: readonly Route<ControlContext>[];
  /** The machines that may use the control routes: this one, or all. */
  readonly access: Access;
  /** The name or address that the mock listens on. */
  readonly host: string;
}

type Access = 'loopback' | 'anyone';

export interface Caller extends ControlCaller, SentBody {
  readonly method: string;
}

/** A control request as it arrived. */
interface ControlRequestHead extends Caller {
  readonly id: string;
  /** Path and query, without the world's part. */
  readonly url: string;
}

/** @param open the world of the address, or why there is none; called only for a request that is let in */
export type Control = (request: ControlRequestHead, open: () => World | Refusal) => Promise<MockResponse>;

export function createControl({ routes, access, host, ...shared }: ControlOptions): Control {
  const answer = async (request: ControlRequestHead, open: () => World | Refusal) => {
    const { method, headers, body, isUtf8 } = request;
    const refused = guard(request, access, host);
    if (refused !== undefined) return refused;
    const handler = findHandler(routes, request);
    if (typeof handler !== 'function') return handler;
    const hasBody = method === 'POST' && body !== undefined && body !== '';
    const parsed = hasBody ? parseRequest({ headers, body, isUtf8 }) : undefined;
    if (parsed?.kind === 'refused') return parsed;
    const world = open();
    if (world.kind === 'refused') return world;

    return handler(parsed?.body, {
      ...{ ...shared, world, journal: world.journal, worldName: world.name },
      streams: shared.worlds.streams,
      journalsOf: (name) => journalsOf(name, world, shared.worlds),
    });
  };

  return async (request, open) => {
    const answered = await answer(request, open).catch(toRefusal);

    return 'text' in answered ? write(answered, request.id) : controlProblem(answered, request.id);
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof LedgerError) return refuseLedgerError(error);
  if (error instanceof ControlRefusal) return refuseBecause(error.code, error.message, error.headers);
  if (!(error instanceof MockError)) throw error;

  return refuseBecause(error.code === 'not-observed' ? 'not-found' : 'control-refused', error.message);
}

/** No CORS headers: pages of other origins cannot read control responses. */
function write({ status, headers, text, lines }: Reply, requestId: string): MockResponse {
  return {
    status,
    headers: { 'cache-control': 'no-store', 'request-id': requestId, ...headers },
    body: text,
    ...(lines && { lines }),
  };
}

/** @throws ControlRefusal */
function journalsOf(name: string, world: World, worlds: Worlds): readonly Journal[] {
  if (world.name !== undefined) throw invalid('the query, world', 'no such parameter within a world', name);
  const open = worlds.list().map((one) => one.world);
  if (name === '*') return [worlds.home, ...open].map(({ journal }) => journal);
  if (!isWorldName(name)) throw invalid('the query, world', `* for all, or a name of ${NAME_EXPECTED}`, name);

  return open.filter((one) => one.name === name).map(({ journal }) => journal);
}

/** What the handlers of each merchant work with in the world and its scenario; the default merchant first. */
export function merchantContexts({ world, registry }: ControlContext): readonly HandlerContext[] {
  return registry.principals.map((principal) => {
    const { merchant, engine } = world.scenario?.change(principal) ?? principal;

    return { merchant, engine, ledger: world.ledger, today: world.clock.today };
  });
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
