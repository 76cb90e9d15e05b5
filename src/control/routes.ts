/** Control routes, for mock and proxy alike: a route is a line with its handler. */
import type { Readable } from 'node:stream';
import { version } from '../contract/version.ts';
import type { JsonSchema } from '../reading/json-schema.ts';
import { nearest } from '../reading/nearest.ts';
import { schemaCheck } from '../reading/schema-check.ts';
import { describeValue } from '../text/describe.ts';
import { maskText } from '../text/mask.ts';
import { decoded } from '../text/percent.ts';

/** The path that those of all control routes begin with. */
export const BASE = '/_tollgate';

/** @param url path and query, without the world's part */
export function isControl(url: string): boolean {
  return url === BASE || url.startsWith(`${BASE}/`) || url.startsWith(`${BASE}?`);
}

type ControlMethod = 'GET' | 'POST' | 'DELETE';

export interface Route<Context> {
  readonly method: ControlMethod;
  /** Below /_tollgate, such as `/journal/:requestId`. */
  readonly path: string;
  /** What it does, in a sentence. */
  readonly summary: string;
  readonly handler: ControlHandler<Context>;
  /** The names of the parameters that it accepts; `body.FIELD` stands for all that start with `body.`. */
  readonly query: readonly string[];
}

/** @throws ControlRefusal */
export type ControlHandler<Context> = (request: ControlRequest, context: Context) => Reply | Promise<Reply>;

interface ControlRequest {
  /** The parts of the path that the route names with a colon. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON value of the body; undefined where the request has none. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
  /** Streamed in place of the text until either side ends the connection. */
  readonly lines?: Readable;
}

/** @param line method and path */
export function route<Context>(
  line: `${ControlMethod} /${string}`,
  summary: string,
  handler: ControlHandler<Context>,
  query: readonly string[] = [],
): Route<Context> {
  const [method, path = ''] = line.split(' ') as [ControlMethod, string];

  return { method, path: path.replace(/^\/$/, ''), summary, handler, query };
}

/** JSON; without a body the status is 204. */
export function reply(body?: unknown, status = 200): Reply {
  if (body === undefined) return { status: 204, text: '' };

  return {
    status,
    headers: { 'content-type': 'application/json' },
    text: `${JSON.stringify(body, undefined, 2)}\n`,
  };
}

/** @param base the part of the address before /_tollgate, such as `/w/NAME` */
export function index<Context>(routes: readonly Route<Context>[], base = '', more: object = {}): Reply {
  const listed = routes.map(({ method, path, summary }) => ({
    method,
    path: `${base}${BASE}${path}`,
    summary,
  }));

  return reply({ tollgate: version(), ...more, routes: listed });
}

type ControlRefusalCode =
  | 'control-forbidden'
  | 'control-refused'
  | 'method-not-allowed'
  | 'not-found'
  | 'unavailable'
  | 'unsupported-media-type';

/** Mock and proxy write it as a problem. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: ControlRefusalCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ControlRefusalCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.code = code;
    this.headers = headers;
  }
}

/** For a query or body that is malformed. */
export function invalid(
  where: string,
  expected: string,
  got: unknown,
  shown: string = describeValue(got),
): ControlRefusal {
  return new ControlRefusal('control-refused', `${where}: expected ${expected}, got ${shown}`);
}

/**
 * Finds the handler of a request.
 *
 * @returns a function of its body, or the reply to OPTIONS
 * @throws ControlRefusal where there is no such route
 */
export function findHandler<Context>(
  routes: readonly Route<Context>[],
  { method, url }: { readonly method: string; readonly url: string },
): Reply | ((body: unknown, context: Context) => Reply | Promise<Reply>) {
  const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
  const matching = routes.flatMap((one) => {
    const parameters = parametersOf(one.path, path);

    return parameters === undefined ? [] : [{ ...one, parameters }];
  });
  if (matching.length === 0)
    throw new ControlRefusal(
      'not-found',
      `path: expected one that GET ${BASE} lists, got ${describeValue(path)}`,
    );
  const methods: readonly string[] = matching.map((one) => one.method);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, text: '' };
  const found = matching.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (found === undefined) {
    const detail = `method of ${maskText(path)}: expected ${allow}, got ${method}`;
    throw new ControlRefusal('method-not-allowed', detail, { Allow: allow });
  }
  const query = new URLSearchParams(search);

  return async (body, context) => {
    expectParameters(query, found.query);
    const { lines, ...head } = await found.handler({ parameters: found.parameters, query, body }, context);
    if (lines === undefined || method !== 'HEAD') return { ...head, ...(lines && { lines }) };
    lines.destroy();

    return head;
  };
}

/** The parameters of a path that fits the pattern. A trailing slash is allowed. */
function parametersOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const expected = `${BASE}${pattern}`.split('/');
  const got = path.replace(/\/$/, '').split('/');
  if (expected.length !== got.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    const value = got[at] ?? '';
    if (part.startsWith(':')) parameters[part.slice(1)] = decoded(value);
    else if (part !== value) return undefined;
  }

  return parameters;
}

/** @throws ControlRefusal for a parameter that is not known, or that is repeated */
function expectParameters(query: URLSearchParams, known: readonly string[]): void {
  const names = [...query.keys()];
  const unknown = names
    .map((name) => (name.startsWith('body.') ? 'body.FIELD' : name))
    .find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const expected =
      known.length === 0 ? 'no parameters' : `only ${known.join(', ')}${suggest(unknown, known)}`;
    throw invalid('the query', expected, unknown);
  }
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw invalid('the query', `${repeated} once`, query.getAll(repeated));
}

export function suggest(unknown: string, known: readonly string[]): string {
  const meant = nearest(unknown, known);

  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}

/** @throws ControlRefusal unless the parameter is absent, or a whole number within the bounds */
export function countIn(
  query: URLSearchParams,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw invalid(`the query, ${name}`, `a whole number from ${min} to ${max}`, text);
}

/** @param bare what it means without a value, as in `?strict` @throws ControlRefusal */
export function flagIn(query: URLSearchParams, name: string, bare?: boolean): boolean {
  const text = query.get(name);
  if (text === '' && bare !== undefined) return bare;
  if (text !== null && text !== 'true' && text !== 'false')
    throw invalid(`the query, ${name}`, 'true or false', text);

  return text === 'true';
}

/**
 * A function that returns the body where it fits the schema. The schema is compiled with the first body.
 *
 * @throws ControlRefusal with the first problem, from that function
 */
export function bodyReader<Body>(schema: JsonSchema): (body: unknown) => Body {
  const check = schemaCheck(schema, describeValue);

  return (body) => {
    const [problem] = check(body);
    if (problem === undefined) return body as Body;
    const { pointer, expected, got, known = [] } = problem;
    throw invalid(pointer || 'the body', `${expected}${suggest(got, known)}`, body, got);
  };
}
