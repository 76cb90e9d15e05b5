/** Answers a control request: guard, match, read, answer, write. */
import { LedgerError } from '../../ledger/ledger-error.ts';
import { describeValue } from '../../text/describe.ts';
import { maskText } from '../../text/mask.ts';
import { type Refusal, refuseBecause, refuseLedgerError } from '../refusal.ts';
import { parseRequest } from '../stages/parse.ts';
import { BASE } from './base.ts';
import { type Access, type Caller, guard } from './guard.ts';
import { checkParameters, InvalidControlRequest } from './parameters.ts';
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

const JOURNAL_IS_OFF = refuseBecause('not-found', 'the journal is off: start the mock without --journal 0');

/** Called only for a request that is let in. A refusal says why there is no such world. */
type OpenContext = () => ControlContext | Refusal;

export type Control = (request: ControlRequestHead, open: OpenContext) => Promise<Controlled>;

export function createControl({ access, host }: ControlOptions): Control {
  return async (request, open) => {
    const response = guard(request, access, host) ?? (await route(request, open));
    const { lines, ...head } = writeControlResponse(response, request.id);
    if (lines === undefined) return head;
    if (request.method !== 'HEAD') return { ...head, lines };
    lines.destroy();

    return head;
  };
}

async function route(request: ControlRequestHead, open: OpenContext): Promise<ControlResponse> {
  const [path = '', search = ''] = request.url.split(/\?(.*)/s, 2);
  const matches = CONTROL_ROUTES.flatMap((candidate) => {
    const parameters = match(candidate.path, path);

    return parameters === undefined ? [] : [{ route: candidate, parameters }];
  });
  if (matches.length === 0) {
    const detail = `path: expected one that GET ${BASE} lists, got ${describeValue(path)}`;

    return refuseBecause('not-found', detail);
  }
  const allowed = allowedMethods(matches.map((one) => one.route));
  if (request.method === 'OPTIONS') return { kind: 'options', allowed };
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const matching = matches.find((one) => one.route.method === method);
  if (matching === undefined) {
    const detail = `method of ${maskText(path)}: expected ${allowed}, got ${request.method}`;

    return refuseBecause('method-not-allowed', detail, { Allow: allowed });
  }
  const parsed = readBody(request);
  if (parsed.kind === 'refused') return parsed;
  const context = open();
  if ('kind' in context) return context;
  const query = new URLSearchParams(search);
  try {
    checkParameters(query, matching.route.query);
    if (matching.route.needsJournal && context.world.journal.size === 0) return JOURNAL_IS_OFF;

    return await matching.route.answer(
      { parameters: matching.parameters, query, body: parsed.body },
      context,
    );
  } catch (error) {
    return refuseError(error);
  }
}

function readBody({ method, headers, body }: ControlRequestHead) {
  const hasBody = method === 'POST' && body !== undefined && body.length > 0;

  return hasBody ? parseRequest({ headers, body }) : ({ kind: 'parsed', body: undefined } as const);
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

  return refuseLedgerError(error);
}
