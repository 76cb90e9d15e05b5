/** Every route of the mock, from top to bottom; control/control-routes.ts lists those of the control API. */
import { pathOf } from '../contract/operations.ts';
import type { OperationId } from '../contract/types.ts';
import { CONSOLE_FOLDER, type ConsoleFiles, wantsPage } from '../control/pages.ts';
import { BASE, isControl } from '../control/routes.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import type { Control } from './control/control.ts';
import { PREFLIGHT_HEADERS, withCors } from './http/cors.ts';
import { controlProblem, problemResponse, refuseMethod, refusePath } from './http/problem.ts';
import { mendAddress } from './mend/mend.ts';
import type { OnBug } from './pipeline.ts';
import type { Reference } from './reference/reference.ts';
import { INDEX, type LocalEnd, REFERENCE_PATHS } from './reference/reference-paths.ts';
import { MOCK_FAILED, type Refusal, refuseBecause } from './refusal.ts';
import { type MockRequest, NO_BODY, type SentBody } from './request.ts';
import type { MockResponse } from './response.ts';
import type { World } from './worlds/world.ts';
import { pathOfWorld, readWorldAddress, type WorldAddress, type Worlds } from './worlds/worlds.ts';

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
export type App = (head: RequestHead, readBody: () => Promise<SentBody | Refusal>) => Promise<MockResponse>;

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
  /** Accepted beside OPTIONS; all of them by default. */
  readonly methods?: readonly string[];
  readonly readsBody?: boolean;
  /** Whether its requests appear in the journal. Refusals always do. */
  readonly isRecorded?: boolean;
  readonly handler: (request: MockRequest, world: World, local: LocalEnd) => Awaitable<MockResponse>;
}

/** A request, and what its address means. */
interface Visit {
  readonly head: RequestHead;
  readonly address: WorldAddress;
}

const PAGE_METHODS = ['GET', 'HEAD'];

export function createApp({ worlds, reference, control, consoleFiles, methods, onBug }: AppOptions): App {
  const operation = (id: OperationId): AppRoute => ({
    ...{ methods: ['POST', ...methods], readsBody: true, isRecorded: true },
    handler: (request, world) => world.answer(id, request),
  });
  const referencePage = (path: string): AppRoute => ({
    methods: PAGE_METHODS,
    async handler({ id, headers }, { name }, local) {
      const respond = await reference();

      return respond({ path, base: name === undefined ? '' : pathOfWorld(name), headers, local }, id);
    },
  });
  const consoleFile = (path: string, files: ConsoleFiles): AppRoute => ({
    methods: PAGE_METHODS,
    async handler({ id }) {
      const file = await files.find(path);
      if (file === undefined) return problemResponse(refusePath(path), id);
      const headers = { ...file.headers, 'cache-control': 'no-store', 'request-id': id };

      return { status: 200, headers, body: file.text };
    },
  });
  const routes = new Map<string, AppRoute>([
    [pathOf('calculateFee'), operation('calculateFee')],
    [pathOf('attachSale'), operation('attachSale')],
    ...REFERENCE_PATHS.map((path) => [path, referencePage(path)] as const),
  ]);

  /** @returns undefined where no route has this path */
  const find = ({ head, address }: Visit): AppRoute | undefined => {
    const { method, headers } = head;
    const { url } = address;
    const path = routes.has(url) ? url : pathIn(url);
    if (path === undefined) return refusing(MALFORMED_PATH);
    const isConsole =
      path.startsWith(CONSOLE_FOLDER) || (CONSOLE_PATHS.includes(path) && wantsPage(headers.accept));
    const route =
      consoleFiles !== undefined && isConsole ? consoleFile(path, consoleFiles) : routes.get(path);
    if (route?.methods === undefined) return undefined;
    const [first = '', ...others] = route.methods;
    // The methods that a defect adds are a secret.
    const allowed = [first, ...(first === 'GET' ? others : []), 'OPTIONS'].join(', ');
    if (method === 'OPTIONS') return { ...route, readsBody: false, handler: preflight(allowed) };
    if (!route.methods.includes(method))
      return refusing(mendAddress(refuseMethod(method, path, allowed), { method, path, headers }));
    // The links of the page are relative, so a browser has to load it as a folder.
    const isPage = path === INDEX && wantsPage(headers.accept);

    return isPage && address.isBare ? redirecting(`${address.name}${url}`) : route;
  };

  const answer = async (
    { readsBody = false, isRecorded = false, handler }: AppRoute,
    { head, address }: Visit,
    readBody: Parameters<App>[1],
  ): Promise<MockResponse> => {
    const { id, method, headers, startedAt, local } = head;
    const { url } = address;
    const body = readsBody ? await readBody() : NO_BODY;
    // A refused request belongs to the world of its address, or to the mock where there is no such world.
    const found = worlds.find(address);
    const world = found.kind === 'world' ? found : worlds.home;
    const sent = isRefusal(body) ? NO_BODY : body;
    const request = { id, method, url, headers, ...sent, startedAt, receivedAt: world.clock.now() };
    let response: MockResponse;
    try {
      if (found.kind === 'refused') response = problemResponse(found, id);
      else response = isRefusal(body) ? problemResponse(body, id) : await handler(request, world, local);
    } catch (error) {
      onBug(error, id);
      response = problemResponse(MOCK_FAILED, id);
    }
    const readable = withCors(response, headers);

    return isRecorded || response.refusal !== undefined ? world.record(request, readable) : readable;
  };

  const answerControl = async (
    load: () => Promise<Control>,
    { head, address }: Visit,
    readBody: Parameters<App>[1],
  ): Promise<MockResponse> => {
    const { id, method, headers, peer, local } = head;
    const { url } = address;
    try {
      const body = BODILESS.includes(method) ? NO_BODY : await readBody();
      if (isRefusal(body)) return controlProblem(body, id);
      const scheme = local.isTls ? 'https' : 'http';
      const respond = await load();

      return await respond({ id, method, url, headers, peer, scheme, ...body }, () => worlds.open(address));
    } catch (error) {
      onBug(error, id);

      return controlProblem(MOCK_FAILED, id);
    }
  };

  return (head, readBody) => {
    const address = readWorldAddress(withoutOrigin(head.url));
    const visit = { head, address };
    const route = find(visit);
    if (route !== undefined) return answer(route, visit, readBody);
    if (control !== undefined && isControl(address.url)) return answerControl(control, visit, readBody);

    const { method, headers } = head;
    const isAsked = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
    // A page cannot read why its preflight was refused, but it can read the 404 of the request that follows.
    if (method === 'OPTIONS' && isAsked) return answer(PREFLIGHT, visit, readBody);
    const path = pathIn(address.url) ?? '';

    return answer(refusing(mendAddress(refusePath(path), { ...head, path })), visit, readBody);
  };
}

/** @param allowed the methods of the path, where the path is known */
function preflight(allowed?: string): AppRoute['handler'] {
  return ({ id }) => ({
    status: 204,
    headers: { ...PREFLIGHT_HEADERS, ...(allowed !== undefined && { allow: allowed }), 'request-id': id },
    body: '',
  });
}

const PREFLIGHT: AppRoute = { isRecorded: true, handler: preflight() };

function refusing(refusal: Refusal): AppRoute {
  return { handler: ({ id }) => problemResponse(refusal, id) };
}

function redirecting(location: string): AppRoute {
  return {
    handler({ id }) {
      const headers = { location, vary: 'Accept', 'cache-control': 'no-cache', 'request-id': id };

      return { status: 308, headers, body: '' };
    },
  };
}

function isRefusal(body: SentBody | Refusal): body is Refusal {
  return 'kind' in body;
}

/** The console for browsers; other clients get JSON. */
const CONSOLE_PATHS: readonly string[] = [INDEX, BASE, `${BASE}/`];

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
function pathIn(url: string): string | undefined {
  const path = url.split(/[?#]/, 1)[0] || '/';
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
