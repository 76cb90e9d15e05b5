/** Every route of the mock, from top to bottom; control/control-routes.ts lists those of the control API. */
import { pathOf } from '../contract/operations.ts';
import type { OperationId } from '../contract/types.ts';
import { CONSOLE_FOLDER, type ConsoleFiles } from '../control/console-files.ts';
import { BASE, isControl } from '../control/routes.ts';
import { wantsPage } from '../control/wants-page.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import type { Control } from './control/control.ts';
import { isPreflight, respondToOptions, withCors } from './http/cors.ts';
import { controlProblem, problemResponse, refuseMethod, refusePath } from './http/problem.ts';
import type { OnBug } from './pipeline.ts';
import type { Reference } from './reference/reference.ts';
import { INDEX, type LocalEnd, REFERENCE_PATHS } from './reference/reference-paths.ts';
import { MOCK_FAILED, type Refusal, refuseBecause } from './refusal.ts';
import { type MockRequest, NO_BODY, type SentBody } from './request.ts';
import type { MockResponse } from './response.ts';
import type { World } from './worlds/world.ts';
import { pathOfWorld, readWorldPath, type WorldPath } from './worlds/world.ts';
import type { Worlds } from './worlds/worlds.ts';

/** A request before its body is read. */
interface RequestHead extends Omit<MockRequest, keyof SentBody | 'receivedAt'> {
  readonly method: string;
  /** As the request line has it. */
  readonly url: string;
  /** The address of the client, 127.0.0.1 for an injected request; undefined once the connection is closed. */
  readonly peer: string | undefined;
  readonly local: LocalEnd;
}

/** @param readBody called at most once, where the route reads the body */
export type App = (head: RequestHead, readBody: () => Promise<SentBody | Refusal>) => Awaitable<MockResponse>;

export interface AppOptions {
  readonly worlds: Pick<Worlds, 'home' | 'find' | 'open'>;
  /** Loads the reference. */
  readonly reference: () => Promise<Reference>;
  /** Loads the control routes; undefined for a mock without them. */
  readonly control: (() => Promise<Control>) | undefined;
  /** Undefined for a mock without a console. */
  readonly consoleFiles?: ConsoleFiles | undefined;
  /** Methods that the operations accept beside POST. */
  readonly methods: readonly string[];
  readonly onBug: OnBug;
}

interface AppRoute {
  readonly kind: 'route';
  readonly readsBody?: boolean;
  /** Whether its requests appear in the journal. */
  readonly isRecorded?: boolean;
  readonly handler: (request: MockRequest, world: World, local: LocalEnd) => Awaitable<MockResponse>;
}

/** The route of a path. */
interface Resource extends AppRoute {
  /** Accepted beside OPTIONS. */
  readonly methods: readonly string[];
  /** For the header Allow. */
  readonly allowed: string;
}

/** A request, and what its address means. */
interface RoutedRequest {
  readonly head: RequestHead;
  /** Without an origin. */
  readonly target: string;
  readonly world: WorldPath;
  /** Path and query, without the world's part. */
  readonly url: string;
  /** Decoded; undefined where its percent-encoding is malformed. */
  readonly path: string | undefined;
  readonly readBody: Parameters<App>[1];
}

export function createApp({ worlds, reference, control, consoleFiles, methods, onBug }: AppOptions): App {
  const operation = (id: OperationId): Resource => ({
    ...{ kind: 'route', methods: ['POST', ...methods], allowed: 'POST, OPTIONS' },
    ...{ readsBody: true, isRecorded: true },
    handler: (request, world) => world.answer(id, request),
  });
  const page = (handler: AppRoute['handler']): Resource => ({
    ...{ kind: 'route', methods: ['GET', 'HEAD'], allowed: 'GET, HEAD, OPTIONS', handler },
  });
  const referencePage = (path: string) =>
    page(async ({ id, headers }, { name }, local) => {
      const respond = await reference();

      return respond({ path, base: name === undefined ? '' : pathOfWorld(name), headers, local }, id);
    });
  const consoleFile = (path: string, files: ConsoleFiles) =>
    page(async ({ id }) => {
      const file = await files.find(path);
      if (file === undefined) return problemResponse(refusePath(path), id);
      const headers = { ...file.headers, 'cache-control': 'no-store', 'request-id': id };

      return { status: 200, headers, body: file.text };
    });
  const resources = new Map<string, Resource>([
    [pathOf('calculateFee'), operation('calculateFee')],
    [pathOf('attachSale'), operation('attachSale')],
    ...REFERENCE_PATHS.map((path) => [path, referencePage(path)] as const),
  ]);

  /** @returns undefined where no resource has this path */
  const find = ({ head, target, world, url, path }: RoutedRequest): AppRoute | Refusal | undefined => {
    const { method, headers } = head;
    if (path === undefined) return MALFORMED_PATH;
    const isConsole =
      path.startsWith(CONSOLE_FOLDER) || (CONSOLE_PATHS.includes(path) && wantsPage(headers.accept));
    const resource =
      consoleFiles !== undefined && isConsole ? consoleFile(path, consoleFiles) : resources.get(path);
    if (resource === undefined) return undefined;
    if (method === 'OPTIONS')
      return { ...resource, readsBody: false, handler: ({ id }) => respondToOptions(resource.allowed, id) };
    if (!resource.methods.includes(method)) return refuseMethod(method, path, resource.allowed);
    const lacksSlash =
      world.kind === 'world' && path === INDEX && !target.startsWith(`${pathOfWorld(world.name)}/`);
    if (!lacksSlash || !wantsPage(headers.accept)) return resource;

    return { kind: 'route', handler: ({ id }) => redirect(`${world.name}${url}`, id) };
  };

  /** A refused request belongs to the world of its address, or to the mock where there is no such world. */
  const worldAt = (address: WorldPath) => {
    const entered = worlds.find(address);

    return entered.kind === 'world' ? { world: entered } : { world: worlds.home, refusal: entered };
  };
  const requestOf = ({ head, url }: RoutedRequest, world: World, body = NO_BODY): MockRequest => {
    const { id, method, headers, startedAt } = head;

    return { id, method, url, headers, ...body, startedAt, receivedAt: world.clock.now() };
  };

  /** At once: the parser may fail in the rest of the request. */
  const refuse = (refusal: Refusal, visit: RoutedRequest): MockResponse => {
    const { id, headers } = visit.head;
    const { world, refusal: misnamed = refusal } = worldAt(visit.world);

    return world.record(requestOf(visit, world), withCors(problemResponse(misnamed, id), headers));
  };

  const answer = async (route: AppRoute, visit: RoutedRequest): Promise<MockResponse> => {
    const { id, headers, local } = visit.head;
    const body = route.readsBody ? await visit.readBody() : NO_BODY;
    if (isRefusal(body)) return refuse(body, visit);
    const { world, refusal } = worldAt(visit.world);
    const request = requestOf(visit, world, body);
    let response: MockResponse;
    try {
      response =
        refusal === undefined ? await route.handler(request, world, local) : problemResponse(refusal, id);
    } catch (error) {
      onBug(error, id);

      return refuse(MOCK_FAILED, visit);
    }
    const readable = withCors(response, headers);

    return route.isRecorded ? world.record(request, readable) : readable;
  };

  const answerControl = async (
    load: () => Promise<Control>,
    { head, url, world, readBody }: RoutedRequest,
  ): Promise<MockResponse> => {
    const { id, method, headers, peer, local } = head;
    try {
      const body = BODILESS.includes(method) ? NO_BODY : await readBody();
      if (isRefusal(body)) return controlProblem(body, id);
      const scheme = local.isTls ? 'https' : 'http';
      const respond = await load();

      return await respond({ id, method, url, headers, peer, scheme, ...body }, () => worlds.open(world));
    } catch (error) {
      onBug(error, id);

      return controlProblem(MOCK_FAILED, id);
    }
  };

  return (head, readBody) => {
    const target = withoutOrigin(head.url);
    const world = readWorldPath(target);
    const url = world.kind === 'world' ? world.rest : target;
    const path = resources.has(url) ? url : readPath(url);
    const visit = { head, target, world, url, path, readBody };
    const found = find(visit);
    if (found?.kind === 'route') return answer(found, visit);
    if (control !== undefined && isControl(url))
      return found === undefined ? answerControl(control, visit) : controlProblem(found, head.id);
    if (isPreflight(head)) return answer(PREFLIGHT, visit);

    return refuse(found ?? refusePath(path ?? url), visit);
  };
}

const PREFLIGHT: AppRoute = {
  kind: 'route',
  isRecorded: true,
  handler: ({ id }) => respondToOptions(undefined, id),
};

function isRefusal(body: SentBody | Refusal): body is Refusal {
  return 'kind' in body;
}

/** The console for browsers; other clients get JSON. */
const CONSOLE_PATHS: readonly string[] = [INDEX, BASE, `${BASE}/`];

/** The links of the page are relative, so a browser has to load it as a folder. The JSON index stays where it is. */
function redirect(location: string, requestId: string): MockResponse {
  const headers = { location, vary: 'Accept', 'cache-control': 'no-cache', 'request-id': requestId };

  return { status: 308, headers, body: '' };
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
