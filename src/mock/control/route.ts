/** A control route: what it receives, what it returns, and how that is written as a response. */
import type { Readable } from 'node:stream';
import type { Awaitable, Ledger } from '../../ledger/ledger.ts';
import type { InjectedAnswer, InjectedRequest } from '../api.ts';
import type { MerchantRegistry } from '../auth/registry.ts';
import type { TokenVerifier } from '../auth/verifier.ts';
import { problemResponse } from '../http/problem.ts';
import type { PreviewViolations } from '../mend/preview-violations.ts';
import type { Refusal } from '../refusal.ts';
import type { HandlerContext } from '../request.ts';
import { EMPTY, type MockResponse } from '../response.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below /_tollgate, such as `/journal/:requestId`. */
  readonly path: string;
  /** The names of the parameters that it accepts; `body.FIELD` stands for all that start with `body.`. */
  readonly query: readonly string[];
  /** Refused where the journal is off. */
  readonly needsJournal?: true;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** @throws InvalidControlRequest */
  readonly answer: (request: ControlRequest, context: ControlContext) => Awaitable<ControlResponse>;
}

/** A request that the guard let in. */
interface ControlRequest {
  /** The parts of the path that the route names with a colon. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined where the request has none. */
  readonly body: unknown;
}

/** The state that control routes read and change. */
export interface ControlContext {
  /** The world of the address, or the mock itself. */
  readonly world: World;
  readonly worlds: Worlds;
  readonly registry: MerchantRegistry;
  readonly verifier: Pick<TokenVerifier, 'isOpen' | 'mint' | 'expected'>;
  /** What the handlers of each merchant work with in this world; the default merchant first. */
  readonly handlerContexts: () => readonly [HandlerContext, ...HandlerContext[]];
  readonly previewViolations: PreviewViolations;
  /** Sends a request to the mock, as a client does. The path is that of the mock, with the world's part. */
  readonly send: (request: InjectedRequest) => Promise<InjectedAnswer>;
  /** The kind of the ledger that the mock was started with. */
  readonly ledgerKind: Ledger['kind'];
  /** When the mock started, in milliseconds on the monotonic clock. */
  readonly startedAt: number;
  /** Aborted when the mock is closed. */
  readonly closing: AbortSignal;
}

export type ControlResponse =
  /** Without a body the status is 204. */
  | { readonly kind: 'ok'; readonly status: number; readonly body: unknown }
  /** Lines of JSON until either side ends the connection. */
  | { readonly kind: 'streamed'; readonly lines: Readable }
  /** The response to OPTIONS. */
  | { readonly kind: 'options'; readonly allowed: string }
  | Refusal;

export function ok(body?: unknown, status = 200): ControlResponse {
  return { kind: 'ok', status, body };
}

/** A response with lines in place of its body, where it is streamed. */
export type Controlled = MockResponse & { readonly lines?: Readable };

/** The router adds no CORS headers to these: pages of other origins cannot read control responses. */
export function writeControlResponse(response: ControlResponse, requestId: string): Controlled {
  const headers = { 'cache-control': 'no-store', 'request-id': requestId };
  switch (response.kind) {
    case 'refused': {
      const problem = problemResponse(response, requestId);

      return { ...problem, headers: { ...problem.headers, ...headers } };
    }
    case 'streamed':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'application/x-ndjson' },
        body: EMPTY,
        lines: response.lines,
      };
    case 'options':
      return { status: 204, headers: { ...headers, allow: response.allowed }, body: EMPTY };
    case 'ok':
      if (response.body === undefined) return { status: 204, headers, body: EMPTY };
      return {
        status: response.status,
        headers: { ...headers, 'content-type': 'application/json' },
        body: Buffer.from(`${JSON.stringify(response.body, undefined, 2)}\n`),
      };
  }
}
