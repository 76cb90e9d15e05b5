/** Answers a control request: guard, match, read, answer, write. */
import { LedgerError } from '../../ledger/ledger-error.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { parseBody } from '../stages/parse.ts';
import { BASE } from './base.ts';
import { type Access, type Caller, guard } from './guard.ts';
import { InvalidControlRequest } from './parameters.ts';
import {
  type ControlContext,
  type Controlled,
  type ControlResponse,
  type ControlRoute,
  writeControlResponse,
} from './route.ts';
import { CONTROL_ROUTES } from './routes.ts';

/** A control request as it arrived. */
export interface ControlRequestHead extends Caller {
  readonly id: string;
  /** Path and query, without the world's part. */
  readonly url: string;
}

export interface ControlOptions {
  readonly access: Access;
  /** The name or address that the mock listens on. */
  readonly host: string;
}

/** Called only for a request that is let in. A refusal says why there is no such world. */
type Enter = () => ControlContext | Refusal;

export type Control = (request: ControlRequestHead, enter: Enter) => Promise<Controlled>;

export function createControl({ access, host }: ControlOptions): Control {
  return async (request, enter) => {
    const response = guard(request, access, host) ?? (await route(request, enter));
    const { lines, ...head } = writeControlResponse(response, request.id);
    if (lines === undefined) return head;
    if (request.method !== 'HEAD') return { ...head, lines };
    lines.destroy();

    return head;
  };
}

async function route(request: ControlRequestHead, enter: Enter): Promise<ControlResponse> {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2);
  const matches = CONTROL_ROUTES.flatMap((candidate) => {
    const parameters = match(candidate.path, path);

    return parameters === undefined ? [] : [{ route: candidate, parameters }];
  });
  if (matches.length === 0) {
    return refuseBecause('not-found', `path: expected one that GET ${BASE} lists, got another`);
  }
  const allowed = allowedMethods(matches.map((one) => one.route));
  if (request.method === 'OPTIONS') return { kind: 'options', allowed };
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const matching = matches.find((one) => one.route.method === method);
  if (matching === undefined) {
    const detail = `method of ${path}: expected ${allowed}, got ${request.method}`;

    return refuseBecause('method-not-allowed', detail, { Allow: allowed });
  }
  const parsed = readBody(request);
  if (parsed.kind === 'refused') return parsed;
  const context = enter();
  if ('kind' in context) return context;
  const { parameters } = matching;
  try {
    return await matching.route.answer(
      { parameters, query: new URLSearchParams(query), body: parsed.value },
      context,
    );
  } catch (error) {
    return refuseError(error);
  }
}

function readBody({ method, headers, body }: ControlRequestHead) {
  const hasBody = method === 'POST' && body !== undefined && body.length > 0;

  return hasBody ? parseBody(headers, body) : ({ kind: 'parsed', value: undefined } as const);
}

/** The parameters of a path that fits the pattern. A trailing slash is allowed. */
function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const expected = `${BASE}${pattern}`.split('/');
  const got = path.replace(/\/$/, '').split('/');
  if (expected.length !== got.length) return undefined;
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

function allowedMethods(routes: readonly ControlRoute[]): string {
  const methods = routes.map(({ method }) => method);

  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** @throws the error, where it is a bug */
function refuseError(error: unknown): Refusal {
  if (error instanceof InvalidControlRequest) return refuseBecause('control-refused', error.message);
  if (!(error instanceof LedgerError)) throw error;

  return refuseBecause('ledger-unavailable', `${error.code}: ${error.problem}`, { 'Retry-After': '1' });
}
