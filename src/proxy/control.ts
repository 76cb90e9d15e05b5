/** The proxy's own routes below /_tollgate, for this machine only: the console, the journal, and the verdict so far. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { version } from '../contract/version.ts';
import { CONSOLE_FOLDER, type ConsoleFiles, isNavigation } from '../control/console-files.ts';
import { refuseForeign } from '../control/guard.ts';
import { wantsPage } from '../control/wants-page.ts';
import { toEntry } from '../exchange/journal/entry.ts';
import type { Journal } from '../exchange/journal/journal.ts';
import type { RecordedExchange } from '../exchange/journal/recorded-exchange.ts';
import { type EntryStreams, mapInTurns, TOO_MANY_STREAMS } from '../exchange/journal/stream-entries.ts';
import { describeValue } from '../text/describe.ts';
import { jsonResponse, type OwnResponse, ownResponse, problemResponse } from './problem.ts';

export interface ControlOptions {
  /** The name or address that the proxy listens on. */
  readonly host: string;
  readonly scheme: 'http' | 'https';
  readonly journal: Journal;
  readonly streams: EntryStreams;
  /** Aborted when the proxy is closed. */
  readonly closing: AbortSignal;
  readonly verdict: () => object | undefined;
  /** What is served, and how much has passed. */
  readonly health: () => object;
  /** Undefined for a proxy without a console. */
  readonly consoleFiles: ConsoleFiles | undefined;
}

const BASE = '/_tollgate';

/**
 * Whether the proxy answers a request itself: below /_tollgate, and at / where a browser of this machine opens it as a
 * page. It forwards all others.
 */
export function isForProxy(
  { method, url = '', headers, socket }: IncomingMessage,
  options: ControlOptions,
): boolean {
  if (/^\/_tollgate(?:$|[/?])/.test(url)) return true;
  const isPage = url === '/' && method === 'GET' && isNavigation(headers) && wantsPage(headers.accept);
  if (options.consoleFiles === undefined || !isPage) return false;

  return refuseForeign(callerOf({ headers, socket }, options), machineOf(options)) === undefined;
}

function callerOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { scheme }: ControlOptions,
) {
  return { headers, peer: socket.remoteAddress, scheme };
}

function machineOf({ host }: ControlOptions) {
  return { host, advice: '' };
}

const ROUTES = {
  [BASE]: 'Lists the control routes.',
  [`${BASE}/health`]: 'Returns what the proxy serves, and how much has passed.',
  [`${BASE}/journal`]:
    'Lists the last exchanges, the oldest first: ?limit=N since=REQUESTID. ?follow=true streams later ones, too, as lines of JSON.',
  [`${BASE}/journal/:requestId`]: 'Returns one exchange.',
  [`${BASE}/verdict`]: 'Returns the verdict on both sides so far, as report.schema.json describes it.',
};

const STREAM = 'application/x-ndjson';

/** The parameters of the journal, and what each has to be; all other routes have none. */
const PARAMETERS: Readonly<Record<string, { readonly expected: string; readonly form: RegExp }>> = {
  follow: { expected: 'true or false', form: /^(?:true|false)$/ },
  limit: { expected: 'a whole number from 0 to 1000000', form: /^(?:\d{1,6}|1000000)$/ },
  since: { expected: 'the id of a request', form: /./ },
  // The console asks a mock for the exchanges of all worlds. A proxy has one.
  world: { expected: '*', form: /^\*$/ },
};

export async function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  options: ControlOptions,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const { closing, consoleFiles } = options;
  const foreign = refuseForeign(callerOf(request, options), machineOf(options));
  const { pathname, searchParams } = new URL(url, 'http://proxy');
  if (foreign !== undefined) return send(response, problemResponse(403, 'control-forbidden', foreign));
  if (method !== 'GET' && method !== 'HEAD') {
    const detail = `method: expected GET, HEAD, got ${describeValue(method)}`;

    return send(response, problemResponse(405, 'method-not-allowed', detail));
  }
  const wrong = wrongParameter(searchParams);
  if (wrong !== undefined) return send(response, problemResponse(422, 'control-refused', wrong));
  if (
    pathname.startsWith(CONSOLE_FOLDER) ||
    (/^\/(_tollgate\/?)?$/.test(pathname) && wantsPage(headers.accept))
  ) {
    const file = await consoleFiles?.find(pathname);
    if (file !== undefined)
      return send(response, ownResponse(200, file.text, Object.entries(file.headers).flat()));
  }
  const path = pathname.replace(/\/$/, '');
  if (path !== `${BASE}/journal` || searchParams.get('follow') !== 'true')
    return send(response, await answerOnce(path, searchParams, options));
  if (method === 'HEAD') return send(response, ownResponse(200, '', ['Content-Type', STREAM]));
  const { journal, streams } = options;
  const lines = streams.open({ backlog: pick(journal, searchParams), matches: () => true, closing });
  if (lines === undefined) return send(response, problemResponse(503, 'unavailable', TOO_MANY_STREAMS));
  response.writeHead(200, { 'content-type': STREAM, 'cache-control': 'no-store' });
  // Either side may end the stream, which is not an error.
  pipeline(lines, response, () => {});
}

/** What is wrong with the query, if anything. */
function wrongParameter(query: URLSearchParams): string | undefined {
  const names = [...query.keys()];
  for (const [at, name] of names.entries()) {
    const known = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (known === undefined)
      return `the query: expected only ${Object.keys(PARAMETERS).join(', ')}, got ${describeValue(name)}`;
    if (names.indexOf(name) !== at) return `the query: expected ${name} once, got it again`;
    const value = query.get(name) ?? '';
    if (!known.form.test(value))
      return `the query, ${name}: expected ${known.expected}, got ${describeValue(value)}`;
  }

  return undefined;
}

async function answerOnce(
  path: string,
  query: URLSearchParams,
  { journal, verdict, health }: ControlOptions,
): Promise<OwnResponse> {
  const [, id] = /^\/_tollgate\/journal\/([^/]+)$/.exec(path) ?? [];
  if (id !== undefined) {
    const exchange = journal.exchanges().find((one) => one.id === id);
    if (exchange !== undefined) return jsonResponse(200, toEntry(exchange));
  }
  switch (path) {
    case BASE: {
      const routes = Object.entries(ROUTES).map(([route, summary]) => ({
        method: 'GET',
        path: route,
        summary,
      }));

      return jsonResponse(200, { tollgate: version(), routes });
    }
    case `${BASE}/health`:
      return jsonResponse(200, { status: 'ok', version: version(), ...health() });
    case `${BASE}/journal`: {
      const picked = pick(journal, query);

      return jsonResponse(200, {
        matched: journal.exchanges().length,
        entries: await mapInTurns(picked, toEntry),
      });
    }
    case `${BASE}/verdict`: {
      const report = verdict();
      if (report !== undefined) return jsonResponse(200, report);
    }
  }
  const detail = `path: expected one that GET ${BASE} lists, got ${describeValue(path)}`;

  return problemResponse(404, 'not-found', detail);
}

/** The exchanges after `since`, and of them the last `limit`. */
function pick(journal: Journal, query: URLSearchParams): readonly RecordedExchange[] {
  const since = query.get('since');
  const all = journal.exchanges();
  const later = since === null ? all : all.slice(all.findIndex(({ id }) => id === since) + 1);
  const limit = Number(query.get('limit') ?? later.length);

  return later.slice(Math.max(0, later.length - limit));
}

function send(response: ServerResponse, { status, headers, body }: OwnResponse): void {
  response.writeHead(status, [...headers]);
  response.end(body);
}
