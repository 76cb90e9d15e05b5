/** Every route of the mock, from top to bottom; control/control-routes.ts lists those of the control API. */
import type { Socket } from 'node:net';
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
import { INDEX, REFERENCE_PATHS } from './reference/reference-paths.ts';
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
  /** An injected request comes from 127.0.0.1. Without addresses once the connection is closed. */
  readonly socket: Pick<Socket, 'remoteAddress' | 'localAddress' | 'localPort'>;
}

/** Decides by the head of a request what answers it. */
export type App = (head: RequestHead) => Answering;

/** What answers one request. */
interface Answering {
  readonly readsBody: boolean;
  /** @param sent nothing where it does not read the body */
  readonly answer: (sent: SentBody | Refusal) => Promise<MockResponse>;
}

export interface AppOptions {
  readonly worlds: Pick<Worlds, 'home' | 'find' | 'open'>;
  /** Whether it is served by https. */
  readonly isTls: boolean;
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

type Handler = (request: MockRequest, world: World, head: RequestHead) => Awaitable<MockResponse>;

/** What answers the requests of one path. */
interface AppRoute {
  /** Accepted beside OPTIONS. */
  readonly methods: readonly string[];
  /** Of an operation, whose requests have a body and appear in the journal. Refusals always do. */
  readonly isOperation?: boolean;
  readonly handler: Handler;
}

/** What handles one request. */
type Handling = Pick<AppRoute, 'isOperation' | 'handler'>;

const PAGE_METHODS = ['GET', 'HEAD'];

export function createApp(options: AppOptions): App {
  const { worlds, isTls, reference, control, consoleFiles, methods, onBug } = options;
  const operation = (id: OperationId): AppRoute => ({
    ...{ methods: ['POST', ...methods], isOperation: true },
    handler: (request, world) => world.answer(id, request),
  });
  const referencePage = (path: string): AppRoute => ({
    methods: PAGE_METHODS,
    async handler({ id, headers }, { name }, { socket }) {
      const respond = await reference();
      const base = name === undefined ? '' : pathOfWorld(name);

      return respond({ path, base, headers, isTls, socket }, id);
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

  /** @returns undefined for a control route */
  const find = (head: RequestHead, { url, name, isBare }: WorldAddress): Handling | undefined => {
    const { method, headers } = head;
    const path = routes.has(url) ? url : pathIn(url);
    if (path === undefined) return refusing(MALFORMED_PATH);
    const isConsole =
      path.startsWith(CONSOLE_FOLDER) || (CONSOLE_PATHS.includes(path) && wantsPage(headers.accept));
    const route =
      consoleFiles !== undefined && isConsole ? consoleFile(path, consoleFiles) : routes.get(path);
    if (route === undefined) {
      if (control !== undefined && isControl(url)) return undefined;
      const isAsked = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
      // A page cannot read why its preflight was refused, but it can read the 404 of the request that follows.
      if (method === 'OPTIONS' && isAsked) return { isOperation: true, handler: preflight({}) };

      return refusing(mendAddress(refusePath(path), { ...head, path }));
    }
    if (!route.methods.includes(method)) {
      // The methods that a defect adds are a secret.
      const known = route.isOperation ? ['POST'] : route.methods;
      const allow = [...known, 'OPTIONS'].join(', ');
      if (method === 'OPTIONS') return { ...route, handler: preflight({ allow }) };

      return refusing(mendAddress(refuseMethod(method, path, allow), { method, path, headers }));
    }
    // The links of the page are relative, so a browser has to load it as a folder.
    const isPage = path === INDEX && wantsPage(headers.accept);

    return isPage && isBare ? redirecting(`${name}${url}`) : route;
  };

  const answer = async (
    { isOperation = false, handler }: Handling,
    head: RequestHead,
    address: WorldAddress,
    sent: SentBody | Refusal,
  ): Promise<MockResponse> => {
    const { id, method, headers, startedAt } = head;
    const { body, isUtf8 } = isRefusal(sent) ? NO_BODY : sent;
    // A refused request belongs to the world of its address, or to the mock where there is no such world.
    const found = worlds.find(address);
    const world = found.kind === 'world' ? found : worlds.home;
    const receivedAt = world.clock.now();
    const request = { id, method, url: address.url, headers, body, isUtf8, startedAt, receivedAt };
    let response: MockResponse;
    try {
      if (found.kind === 'refused') response = problemResponse(found, id);
      else response = isRefusal(sent) ? problemResponse(sent, id) : await handler(request, world, head);
    } catch (error) {
      onBug(error, id);
      response = problemResponse(MOCK_FAILED, id);
    }
    const readable = withCors(response, headers);

    return isOperation || response.refusal !== undefined ? world.record(request, readable) : readable;
  };

  const answerControl = async (
    { id, method, headers, socket }: RequestHead,
    address: WorldAddress,
    sent: SentBody | Refusal,
  ): Promise<MockResponse> => {
    try {
      if (isRefusal(sent)) return controlProblem(sent, id);
      const respond = await control!();
      const { remoteAddress: peer } = socket;
      const caller = { ...{ id, method, url: address.url, headers, peer }, ...sent };

      return await respond({ ...caller, scheme: isTls ? 'https' : 'http' }, () => worlds.open(address));
    } catch (error) {
      onBug(error, id);

      return controlProblem(MOCK_FAILED, id);
    }
  };

  return (head) => {
    const { method } = head;
    const address = readWorldAddress(withoutOrigin(head.url));
    const found = find(head, address);

    return found === undefined
      ? {
          readsBody: !BODILESS.includes(method),
          answer: (sent) => answerControl(head, address, sent),
        }
      : {
          readsBody: found.isOperation === true && method !== 'OPTIONS',
          answer: (sent) => answer(found, head, address, sent),
        };
  };
}

/** @param own with the header Allow, where the path is known */
function preflight(own: { readonly allow?: string }): Handler {
  return ({ id }) => ({
    status: 204,
    headers: { ...PREFLIGHT_HEADERS, ...own, 'request-id': id },
    body: '',
  });
}

function refusing(refusal: Refusal): Handling {
  return { handler: ({ id }) => problemResponse(refusal, id) };
}

function redirecting(location: string): Handling {
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
