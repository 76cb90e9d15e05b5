/** Every route of the mock, from top to bottom; control/routes.ts lists those of the control API. */
import type { Readable } from 'node:stream';
import { pathOf } from '../contract/operations.ts';
import type { OperationId } from '../contract/types.ts';
import { CONSOLE_FOLDER, type ConsoleFiles } from '../control/console-files.ts';
import { wantsPage } from '../control/wants-page.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import { BASE, isControl } from './control/base.ts';
import type { LazyControl } from './control/lazy-control.ts';
import { isPreflight, respondToOptions, withCors } from './http/cors.ts';
import { refuseMethod, refusePath } from './http/http-refusals.ts';
import { problemResponse } from './http/problem.ts';
import type { LocalEnd } from './reference/address.ts';
import type { LazyReference } from './reference/lazy-reference.ts';
import { INDEX, REFERENCE_PATHS } from './reference/reference-paths.ts';
import { type Refusal, refuseBecause } from './refusal.ts';
import type { MockRequest } from './request.ts';
import { EMPTY, type MockResponse } from './response.ts';
import type { World } from './worlds/world.ts';
import { pathOfWorld, readWorldPath } from './worlds/world-path.ts';
import type { Worlds } from './worlds/worlds.ts';

/** A request before its body is read. */
interface RequestHead extends Omit<MockRequest, 'body' | 'receivedAt'> {
  readonly method: string;
  /** As the request line has it. */
  readonly url: string;
  /** The address of the client, 127.0.0.1 for an injected request; undefined once the connection is closed. */
  readonly peer: string | undefined;
  readonly local: LocalEnd;
}

/** Answers a request once its body is read. */
export interface Route {
  readonly readsBody: boolean;
  /** @param body undefined where the request has none, or the route reads none */
  readonly answer: (body: Buffer | undefined) => Awaitable<Answer>;
  /** Refuses a request that cannot be read, or whose answer failed. */
  readonly refuse: (refusal: Refusal) => Answer;
}

/** A response to send and then to record. */
export interface Answer {
  readonly response: MockResponse;
  /** Streamed in place of the body until either side ends the connection. */
  readonly lines?: Readable | undefined;
  /** Adds the request to the journal; undefined where the journal leaves it out. */
  readonly record?: (() => void) | undefined;
}

export interface RouterOptions {
  readonly worlds: Pick<Worlds, 'home' | 'find' | 'openByUrl'>;
  readonly reference: LazyReference;
  /** Undefined for a mock without control routes. */
  readonly control: LazyControl | undefined;
  /** Undefined for a mock without a console. */
  readonly consoleFiles?: ConsoleFiles | undefined;
  /** Methods that the operations accept beside POST. */
  readonly methods: readonly string[];
}

interface Endpoint {
  readonly readsBody: boolean;
  /** Whether its requests appear in the journal. */
  readonly isRecorded: boolean;
  readonly answer: (request: MockRequest, world: World, local: LocalEnd) => Awaitable<MockResponse>;
}

/** The endpoint of a path. */
interface Resource extends Endpoint {
  /** Accepted beside OPTIONS. */
  readonly methods: readonly string[];
  /** For the header Allow. */
  readonly allowed: string;
}

export type Router = (head: RequestHead) => Route;

export function createRouter(options: RouterOptions): Router {
  const { worlds, reference, control, consoleFiles, methods } = options;

  const operation = (id: OperationId): Resource => ({
    methods: ['POST', ...methods],
    allowed: 'POST, OPTIONS',
    readsBody: true,
    isRecorded: true,
    answer: (request, world) => world.answer(id, request),
  });
  const page = (path: string): Resource => ({
    methods: ['GET', 'HEAD'],
    allowed: 'GET, HEAD, OPTIONS',
    readsBody: false,
    isRecorded: false,
    answer({ id, headers }, { name }, local) {
      const base = name === undefined ? '' : pathOfWorld(name);

      return reference.answer({ path, base, headers, local }, id);
    },
  });
  const consoleFile = (path: string, files: ConsoleFiles): Resource => ({
    methods: ['GET', 'HEAD'],
    allowed: 'GET, HEAD, OPTIONS',
    readsBody: false,
    isRecorded: false,
    async answer({ id }) {
      const file = await files.find(path);
      if (file === undefined) return problemResponse(refusePath(path), id);

      return {
        status: 200,
        headers: { ...file.headers, 'cache-control': 'no-store', 'request-id': id },
        body: Buffer.from(file.text),
      };
    },
  });
  const resources = new Map<string, Resource>([
    [pathOf('calculateFee'), operation('calculateFee')],
    [pathOf('attachSale'), operation('attachSale')],
    ...REFERENCE_PATHS.map((path) => [path, page(path)] as const),
  ]);

  const publicRoute = (endpoint: Endpoint, head: RequestHead, target: string, url: string): Route => {
    const { id, method, headers, startedAt, local } = head;
    /** A refused request belongs to the world of its address, or to the mock where there is no such world. */
    const refuse = (refusal: Refusal, isRecorded = true): Answer => {
      const response = withCors(problemResponse(refusal, id), headers);
      const record = () => {
        const entered = worlds.find(target);
        const world = entered.kind === 'world' ? entered : worlds.home;
        const receivedAt = world.clock.now();
        const request = { id, method, url, headers, body: undefined, startedAt, receivedAt };
        world.record(request, world.observe(request, response));
      };

      return { response, record: isRecorded ? record : undefined };
    };

    return {
      readsBody: endpoint.readsBody,
      answer(body) {
        const world = worlds.find(target);
        if (world.kind === 'refused') return refuse(world, endpoint.isRecorded);
        const request = { id, method, url, headers, body, startedAt, receivedAt: world.clock.now() };
        const answered = endpoint.answer(request, world, local);
        const finish = (finished: MockResponse): Answer => {
          const observed = endpoint.isRecorded ? world.observe(request, finished) : finished;
          const response = withCors(observed, headers);

          return {
            response,
            record: endpoint.isRecorded ? () => world.record(request, response) : undefined,
          };
        };

        return answered instanceof Promise ? answered.then(finish) : finish(answered);
      },
      refuse,
    };
  };
  const controlRoute = (to: LazyControl, head: RequestHead, target: string, url: string): Route => ({
    readsBody: !BODILESS.includes(head.method),
    async answer(body) {
      const { id, method, headers, peer, local } = head;
      const scheme = local.isTls ? 'https' : 'http';
      const request = { id, method, url, headers, peer, scheme, body } as const;
      const { lines, ...response } = await to.answer(request, () => worlds.openByUrl(target));

      return { response, lines };
    },
    refuse: (refusal) => ({ response: to.refuse(refusal, head.id) }),
  });

  return (head) => {
    const { method, headers } = head;
    const target = withoutOrigin(head.url);
    const named = readWorldPath(target);
    const url = named.kind === 'world' ? named.rest : target;
    const path = resources.has(url) ? url : readPath(url);
    const owner = control !== undefined && isControl(url) ? control : undefined;
    const answerWith = (endpoint: Endpoint) => publicRoute(endpoint, head, target, url);
    const refuse = (refusal: Refusal): Route => {
      if (owner === undefined) return answerWith(always((id) => problemResponse(refusal, id)));
      const { refuse: refuseControl } = controlRoute(owner, head, target, url);

      return { readsBody: false, answer: () => refuseControl(refusal), refuse: refuseControl };
    };
    if (path === undefined) return refuse(MALFORMED_PATH);

    const isConsole =
      path.startsWith(CONSOLE_FOLDER) || (CONSOLE_PATHS.includes(path) && wantsPage(headers.accept));
    const resource =
      consoleFiles !== undefined && isConsole ? consoleFile(path, consoleFiles) : resources.get(path);
    if (resource?.methods.includes(method)) {
      const lacksSlash =
        named.kind === 'world' && path === INDEX && !target.startsWith(`${pathOfWorld(named.name)}/`);
      if (lacksSlash && wantsPage(headers.accept))
        return answerWith(always((id) => redirect(`${named.name}${url}`, id), false));

      return answerWith(resource);
    }
    if (resource !== undefined && method === 'OPTIONS')
      return answerWith(always((id) => respondToOptions(resource.allowed, id), resource.isRecorded));
    if (resource !== undefined) return refuse(refuseMethod(method, path, resource.allowed));
    if (owner !== undefined) return controlRoute(owner, head, target, url);
    if (isPreflight(method, headers)) return answerWith(always((id) => respondToOptions(undefined, id)));

    return refuse(refusePath(path));
  };
}

/** The console for browsers; other clients get JSON. */
const CONSOLE_PATHS: readonly string[] = [INDEX, BASE, `${BASE}/`];

/** An endpoint that needs neither the body nor the world of a request. */
function always(respond: (requestId: string) => MockResponse, isRecorded = true): Endpoint {
  return { readsBody: false, isRecorded, answer: ({ id }) => respond(id) };
}

/** The links of the page are relative, so a browser has to load it as a folder. The JSON index stays where it is. */
function redirect(location: string, requestId: string): MockResponse {
  const headers = { location, vary: 'Accept', 'cache-control': 'no-cache', 'request-id': requestId };

  return { status: 308, headers, body: EMPTY };
}

/** The target of a request line, which has an origin where the client uses the mock as a proxy. */
function withoutOrigin(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

/** Methods whose requests have no body: the mock does not wait for an announced one. */
const BODILESS: readonly string[] = ['GET', 'HEAD', 'TRACE'];

const MALFORMED_PATH = refuseBecause(
  'malformed-request',
  'path: expected percent-encoding with two hexadecimal digits, got something else',
);

/** The decoded path of a URL; undefined where its percent-encoding is malformed. */
function readPath(url: string): string | undefined {
  const path = url.split(/[?#]/, 1)[0] || '/';
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
