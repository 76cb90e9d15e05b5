/** The proxy's own routes below /_tollgate, for this machine only: the console, the journal, and the verdict so far. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { version } from '../contract/version.ts';
import { CONSOLE_FOLDER, type ConsoleFiles, isNavigation } from '../control/console-files.ts';
import { refuseForeign } from '../control/guard.ts';
import { JOURNAL_QUERY, type JournalContext, readEntry, readJournal } from '../control/journal.ts';
import { type Metrics, metricsRoute } from '../control/metrics.ts';
import {
  ControlRefusal,
  findHandler,
  index,
  invalid,
  isControl,
  type Reply,
  type Route,
  reply,
  route,
} from '../control/routes.ts';
import { wantsPage } from '../control/wants-page.ts';
import type { Journal } from '../exchange/journal/journal.ts';
import type { EntryStreams } from '../exchange/journal/stream-entries.ts';
import { type OwnResponse, ownResponse, problemResponse } from './problem.ts';

export interface ControlOptions {
  /** The name or address that the proxy listens on. */
  readonly host: string;
  readonly scheme: 'http' | 'https';
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly streams: EntryStreams;
  /** Aborted when the proxy is closed. */
  readonly closing: AbortSignal;
  readonly verdict: () => object | undefined;
  /** What is served, and how much has passed. */
  readonly health: () => object;
  /** Undefined for a proxy without a console. */
  readonly consoleFiles: ConsoleFiles | undefined;
}

/**
 * Whether the proxy answers a request itself: below /_tollgate, and at / where a browser of this machine opens it as a
 * page. It forwards all others.
 */
export function isForProxy(
  { method, url = '', headers, socket }: IncomingMessage,
  options: ControlOptions,
): boolean {
  if (isControl(url)) return true;
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

interface Context extends JournalContext, Pick<ControlOptions, 'verdict' | 'health' | 'metrics'> {}

const ROUTES: readonly Route<Context>[] = [
  route('GET /', 'Lists the control routes.', () => index(ROUTES)),
  route('GET /health', 'Returns what the proxy serves, and how much has passed.', (_, { health }) =>
    reply({ status: 'ok', version: version(), ...health() }),
  ),
  metricsRoute,
  route(
    'GET /journal',
    'Lists the last exchanges, the oldest first. Filters: ?path= method= status=4xx merchant= rule= body.FIELD=VALUE since=REQUESTID limit=N. ?follow=true streams later ones, too, as lines of JSON.',
    readJournal,
    JOURNAL_QUERY,
  ),
  route('GET /journal/:requestId', 'Returns one exchange.', readEntry),
  route(
    'GET /verdict',
    'Returns the verdict on both sides so far, as report.schema.json describes it.',
    (_, { verdict }) => {
      const report = verdict();
      if (report !== undefined) return reply(report);
      throw new ControlRefusal('not-found', 'this proxy judges no exchanges');
    },
  ),
];

const STATUS: Readonly<Record<ControlRefusal['code'], number>> = {
  'control-forbidden': 403,
  'control-refused': 422,
  'method-not-allowed': 405,
  'not-found': 404,
  unavailable: 503,
  'unsupported-media-type': 415,
};

export async function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  options: ControlOptions,
): Promise<void> {
  try {
    const { lines, ...answer } = await replyTo(request, options);
    const { status, headers = {}, text } = answer;
    if (lines === undefined) return send(response, ownResponse(status, text, Object.entries(headers).flat()));
    response.writeHead(status, { ...headers, 'cache-control': 'no-store' });
    // Either side may end the stream, which is not an error.
    pipeline(lines, response, () => {});
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    const { code, message, headers } = error;
    const problem = problemResponse(STATUS[code], code, message);
    send(response, { ...problem, headers: [...problem.headers, ...Object.entries(headers).flat()] });
  }
}

/** @throws ControlRefusal */
async function replyTo(request: IncomingMessage, options: ControlOptions): Promise<Reply> {
  const { method = '', url = '', headers } = request;
  const { journal, consoleFiles } = options;
  const foreign = refuseForeign(callerOf(request, options), machineOf(options));
  if (foreign !== undefined) throw new ControlRefusal('control-forbidden', foreign);
  const [path = ''] = url.split('?', 1);
  const isPage = /^\/(_tollgate\/?)?$/.test(path) && wantsPage(headers.accept);
  if ((method === 'GET' || method === 'HEAD') && (isPage || path.startsWith(CONSOLE_FOLDER))) {
    const file = await consoleFiles?.find(path);
    if (file !== undefined) return { status: 200, ...file };
  }
  const handler = findHandler(ROUTES, { method, url });
  if (typeof handler !== 'function') return handler;

  return handler(undefined, {
    ...options,
    worldName: undefined,
    journalsOf(world) {
      // The console asks a mock for the exchanges of all worlds. A proxy has one.
      if (world === '*') return [journal];
      throw invalid('the query, world', '*', world);
    },
  });
}

function send(response: ServerResponse, { status, headers, body }: OwnResponse): void {
  response.writeHead(status, [...headers]);
  response.end(body);
}
