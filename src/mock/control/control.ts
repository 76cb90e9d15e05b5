/** Answers what is asked below /_tollgate: who may ask, which route it is, and how its reply goes over the wire. */
import type { Readable } from 'node:stream';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readBody } from '../read-body.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import type { Rendered } from '../render.ts';
import type { ControlRoute, Inside, Reply } from './ask.ts';
import { BASE } from './base.ts';
import { type Access, type Caller, guard } from './guard.ts';
import { renderPrivately } from './render-privately.ts';
import { CONTROL_ROUTES } from './routes.ts';
import { Unusable } from './unusable.ts';

export interface ControlRequest extends Caller {
  readonly id: string;
  /** Path and query, without the world's part. */
  readonly url: string;
}

export interface ControlOptions {
  readonly access: Access;
  /** What the mock listens on. */
  readonly host: string;
}

/** In place of a text there may be lines that go on. */
export type Controlled = Rendered & { readonly lines?: Readable };

/** @param enter called only where the request is let in; where it leads to no world, this says why */
export type Control = (request: ControlRequest, enter: () => Inside | Refusal) => Promise<Controlled>;

export function createControl({ access, host }: ControlOptions): Control {
  return async (request, enter) => {
    const reply = guard(request, access, host) ?? (await route(request, enter));

    const { lines, ...head } = write(reply, request.id);
    if (lines === undefined) return head;
    if (request.method !== 'HEAD') return { ...head, lines };
    lines.destroy();

    return head;
  };
}

type Outcome = Reply | { readonly kind: 'allowing'; readonly allowed: string };

async function route(request: ControlRequest, enter: () => Inside | Refusal): Promise<Outcome> {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2);
  const found = CONTROL_ROUTES.flatMap((candidate) => {
    const parameters = match(candidate.path, path);

    return parameters === undefined ? [] : [{ route: candidate, parameters }];
  });
  if (found.length === 0) {
    return refuseBecause('not-found', `path: expected one that GET ${BASE} lists, got another`);
  }
  const allowed = allowedBy(found.map((one) => one.route));
  if (request.method === 'OPTIONS') return { kind: 'allowing', allowed };
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const chosen = found.find((one) => one.route.method === method);
  if (chosen === undefined) {
    return refuseBecause(
      'method-not-allowed',
      `method of ${path}: expected ${allowed}, got ${request.method}`,
      {
        Allow: allowed,
      },
    );
  }
  const read = readWhole(request);
  if (read.kind === 'refused') return read;
  const inside = enter();
  if ('kind' in inside) return inside;
  try {
    const ask = {
      headers: request.headers,
      parameters: chosen.parameters,
      query: new URLSearchParams(query),
      body: read.value,
    };

    return await chosen.route.answer(ask, inside);
  } catch (error) {
    if (error instanceof Unusable) return refuseBecause('control-refused', error.message);
    if (!(error instanceof LedgerError)) throw error;
    return refuseBecause('ledger-unavailable', `${error.code}: ${error.problem}`, {
      'Retry-After': '1',
    });
  }
}

function readWhole({ method, headers, bytes }: ControlRequest) {
  const isRead = method === 'POST' && bytes !== undefined && bytes.length > 0;

  return isRead ? readBody(headers, bytes) : ({ kind: 'read', value: undefined } as const);
}

/** The parts that the pattern names, where the path is one of its; a trailing slash is fine. */
function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [expected, got] = [`${BASE}${pattern}`, path.replace(/\/$/, '')].map((text) => text.split('/'));
  if (expected === undefined || got === undefined || expected.length !== got.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = got[index] ?? '';
    if (part.startsWith(':')) parameters[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }

  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function allowedBy(routes: readonly ControlRoute[]): string {
  const methods = routes.map(({ method }) => method);

  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** No page of another origin may read it, so there is none of the headers that would let one. */
function write(reply: Outcome, id: string): Controlled {
  const headers = { 'cache-control': 'no-store', 'request-id': id };
  switch (reply.kind) {
    case 'refused':
      return renderPrivately(reply, id);
    case 'streamed':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'application/x-ndjson' },
        text: '',
        lines: reply.lines,
      };
    case 'allowing':
      return { status: 204, headers: { ...headers, allow: reply.allowed }, text: '' };
    case 'told':
      if (reply.body === undefined) return { status: 204, headers, text: '' };
      return {
        status: reply.status,
        headers: { ...headers, 'content-type': 'application/json' },
        text: `${JSON.stringify(reply.body, undefined, 2)}\n`,
      };
  }
}
