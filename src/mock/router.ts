/** Every route of the mock, from top to bottom. control/routes.ts lists the paths below /_tollgate. */
import type { Readable } from 'node:stream';
import { pathOf } from '../contract/operations.ts';
import type { OperationId } from '../contract/types.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import { isControl } from './control/base.ts';
import type { LazyControl } from './control/lazy-control.ts';
import { refuseMethod, refusePath } from './http-refusals.ts';
import type { LocalEnd } from './reference/address.ts';
import { REFERENCE_PATHS, type Reference } from './reference/reference.ts';
import { type Refusal, refuseBecause } from './refusal.ts';
import type { MockRequest } from './request.ts';
import type { MockResponse } from './response.ts';
import { isPreflight, respondToOptions, withCors } from './stages/cors.ts';
import { problemResponse } from './stages/problem.ts';
import type { World } from './worlds/world.ts';
import { pathOfWorld, readWorldPath } from './worlds/world-path.ts';
import type { Worlds } from './worlds/worlds.ts';

/** A request before its body is read. */
interface RequestHead extends Omit<MockRequest, 'body' | 'receivedAt'> {
  readonly method: string;
  /** As the request line has it. */
  readonly url: string;
  /** The address of the client; undefined for an injected request. */
  readonly peer: string | undefined;
  readonly local: LocalEnd;
}

/** What answers a request once its body is read. */
export interface Route {
  readonly readsBody: boolean;
  /** @param body undefined where the request has none, or the route reads none */
  readonly answer: (body: Buffer | undefined, send: Send) => Awaitable<void>;
  /** Refuses a request that cannot be read, or whose answer failed. */
  readonly refuse: (refusal: Refusal, send: Send) => void;
}

/** @param lines in place of the body, for as long as both sides keep the connection */
export type Send = (response: MockResponse, lines?: Readable) => void;

export interface RouterOptions {
  readonly worlds: Pick<Worlds, 'home' | 'enter' | 'begin'>;
  readonly reference: Reference;
  /** Undefined for a mock without control routes. */
  readonly control: LazyControl | undefined;
  /** Methods that the operations accept beside POST. */
  readonly methods: readonly string[];
}

/** A path of the mock, and what it answers. */
interface Endpoint {
  /** Accepted beside OPTIONS. */
  readonly methods: readonly string[];
  /** For the header Allow. */
  readonly allowed: string;
  readonly readsBody: boolean;
  /** Whether its requests appear in the journal. */
  readonly isRecorded: boolean;
  readonly answer: (request: MockRequest, visit: Visit) => Awaitable<MockResponse>;
}

interface Visit {
  readonly head: RequestHead;
  /** The path and the query of the request, without the world's part. */
  readonly url: string;
  readonly path: string;
  readonly world: World;
}

export type Router = (head: RequestHead) => Route;

export function createRouter(options: RouterOptions): Router {
  const { worlds, reference, control, methods } = options;

  const operation = (id: OperationId): Endpoint => ({
    methods: ['POST', ...methods],
    allowed: 'POST, OPTIONS',
    readsBody: true,
    isRecorded: true,
    answer: (request, { world }) => world.answer(id, request),
  });
  const page: Endpoint = {
    methods: ['GET', 'HEAD'],
    allowed: 'GET, HEAD, OPTIONS',
    readsBody: false,
    isRecorded: false,
    answer: (_, { head, path, world }) => {
      const base = world.name === undefined ? '' : pathOfWorld(world.name);

      return reference.answer({ path, base, headers: head.headers, local: head.local }, head.id);
    },
  };
  const endpoints = new Map<string, Endpoint>([
    [pathOf('calculateFee'), operation('calculateFee')],
    [pathOf('attachSale'), operation('attachSale')],
    ...REFERENCE_PATHS.map((path) => [path, page] as const),
  ]);
  const preflight: Endpoint = {
    methods: [],
    allowed: '',
    readsBody: false,
    isRecorded: true,
    answer: ({ id }) => respondToOptions(undefined, id),
  };

  /** A refused request belongs to the world of its address, or to the mock where there is no such world. */
  const refuse = (head: RequestHead, url: string, refusal: Refusal, send: Send, isRecorded = true) => {
    const entered = worlds.enter(head.url);
    const world = entered.kind === 'world' ? entered : worlds.home;
    const response = withCors(problemResponse(refusal, head.id), head.headers);
    send(response);
    if (isRecorded) world.record({ ...head, url, body: undefined, receivedAt: world.clock.now() }, response);
  };
  const publicRoute = (endpoint: Endpoint, head: RequestHead, url: string, path: string): Route => ({
    readsBody: endpoint.readsBody,
    async answer(body, send) {
      const world = worlds.enter(head.url);
      if (world.kind === 'refused') return refuse(head, url, world, send, endpoint.isRecorded);
      const { id, method, headers, startedAt } = head;
      const request = { id, method, url, headers, body, startedAt, receivedAt: world.clock.now() };
      const answered = endpoint.answer(request, { head, url, path, world });
      const response = withCors(answered instanceof Promise ? await answered : answered, headers);
      send(response);
      if (endpoint.isRecorded) world.record(request, response);
    },
    refuse: (refusal, send) => refuse(head, url, refusal, send),
  });
  const refusingRoute = (head: RequestHead, url: string, refusal: Refusal): Route => ({
    readsBody: false,
    answer(_, send) {
      const entered = worlds.enter(head.url);
      refuse(head, url, entered.kind === 'refused' ? entered : refusal, send);
    },
    refuse: (other, send) => refuse(head, url, other, send),
  });
  const controlRoute = (to: LazyControl, head: RequestHead, url: string, refusal?: Refusal): Route => ({
    readsBody: refusal === undefined,
    async answer(body, send) {
      if (refusal !== undefined) return send(to.refuse(refusal, head.id));
      const { id, method, headers, peer, local } = head;
      const request = {
        id,
        method,
        url,
        headers,
        peer,
        scheme: local.isTls ? 'https' : 'http',
        body,
      } as const;
      const { lines, ...response } = await to.answer(request, () => worlds.begin(head.url));
      send(response, lines);
    },
    refuse: (other, send) => send(to.refuse(other, head.id)),
  });

  return (head) => {
    const { method } = head;
    const named = readWorldPath(head.url);
    const url = named.kind === 'world' ? named.rest : head.url;
    const path = endpoints.has(url) ? url : readPath(url);
    const owner = control !== undefined && isControl(url) ? control : undefined;
    const refusing = (refusal: Refusal) =>
      owner === undefined ? refusingRoute(head, url, refusal) : controlRoute(owner, head, url, refusal);
    if (path === undefined) return refusing(MALFORMED_PATH);

    const endpoint = endpoints.get(path);
    if (endpoint?.methods.includes(method)) return publicRoute(endpoint, head, url, path);
    if (endpoint !== undefined && method === 'OPTIONS') {
      const answer = () => respondToOptions(endpoint.allowed, head.id);

      return publicRoute({ ...endpoint, readsBody: false, answer }, head, url, path);
    }
    if (endpoint !== undefined) return refusing(refuseMethod(method, path, endpoint.allowed));
    if (owner !== undefined) return controlRoute(owner, head, url);
    if (isPreflight(method, head.headers)) return publicRoute(preflight, head, url, path);

    return refusing(refusePath(path));
  };
}

const MALFORMED_PATH = refuseBecause(
  'malformed-request',
  'path: expected percent-encoding with two hexadecimal digits, got something else',
);

/** The decoded path of a URL, which may be absolute; undefined where its percent-encoding is malformed. */
function readPath(url: string): string | undefined {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
