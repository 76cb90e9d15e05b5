/** The proxy's own routes below /_tollgate, for this machine only: the console, and what the observer answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { refuseForeign } from '../control/guard.ts';
import { CONSOLE_FOLDER, type ConsoleFiles, isNavigation, wantsPage } from '../control/pages.ts';
import { isControl } from '../control/routes.ts';
import type { ControlAnswer, ControlCall } from './observer.ts';
import { ownResponse, problemResponse } from './problem.ts';

export interface ProxyControlOptions {
  /** The name or address that the proxy listens on. */
  readonly host: string;
  readonly scheme: 'http' | 'https';
  readonly observe: (call: Omit<ControlCall, 'health'>) => Promise<ControlAnswer>;
  /** Undefined for a proxy without a console. */
  readonly consoleFiles: ConsoleFiles | undefined;
}

/**
 * Whether the proxy answers a request itself: below /_tollgate, and at / where a browser of this machine opens it as a
 * page. It forwards all others.
 */
export function isForProxy(
  { method, url = '', headers, socket }: IncomingMessage,
  options: ProxyControlOptions,
): boolean {
  if (isControl(url)) return true;
  const isPage = url === '/' && method === 'GET' && isNavigation(headers) && wantsPage(headers.accept);
  if (options.consoleFiles === undefined || !isPage) return false;

  return refusalOf({ headers, socket }, options) === undefined;
}

function refusalOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { host, scheme }: ProxyControlOptions,
): string | undefined {
  return refuseForeign({ headers, peer: socket.remoteAddress, scheme }, { host, advice: '' });
}

export async function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  options: ProxyControlOptions,
): Promise<void> {
  const { status, headers, body, lines } = await answerTo(request, options);
  response.writeHead(status, lines === undefined ? [...headers] : [...headers, 'cache-control', 'no-store']);
  if (lines === undefined) response.end(body);
  // Either side may end the stream, which is not an error.
  else pipeline(Readable.fromWeb(lines), response, () => {});
}

async function answerTo(request: IncomingMessage, options: ProxyControlOptions): Promise<ControlAnswer> {
  const { method = '', url = '', headers } = request;
  const foreign = refusalOf(request, options);
  if (foreign !== undefined) return problemResponse(403, 'control-forbidden', foreign);
  const [path = ''] = url.split('?', 1);
  const isPage = /^\/(_tollgate\/?)?$/.test(path) && wantsPage(headers.accept);
  if ((method === 'GET' || method === 'HEAD') && (isPage || path.startsWith(CONSOLE_FOLDER))) {
    const file = await options.consoleFiles?.find(path);
    if (file !== undefined) return ownResponse(200, file.text, Object.entries(file.headers).flat());
  }

  return options.observe({ method, url });
}
