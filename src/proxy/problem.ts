/** The proxy's own responses, such as a problem (RFC 9457) when it cannot forward a request. */
import type { Socket } from 'node:net';
import { PROBLEM_TYPE, problem, STATUS_CODES } from '../control/problem.ts';
import { headText } from './headers.ts';

/** Milliseconds that a client which is still sending has to read a refusal. Closing at once would discard it. */
export const LINGER = 1000;

/** In refusals of the proxy itself. A service may send it too: no judge goes by it. */
const PROXY_HEADER = 'Tollgate-Proxy';

export interface OwnResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** @param code such as `service-unreachable`: the value of the header, and the end of the type */
export function problemResponse(status: number, code: string, detail: string): OwnResponse {
  const body = JSON.stringify(problem(code, status, `tollgate proxy: ${detail}`));

  return ownResponse(status, body, ['Content-Type', PROBLEM_TYPE, PROXY_HEADER, code]);
}

/** @param headers names and values in turn */
export function ownResponse(status: number, body: string, headers: readonly string[]): OwnResponse {
  const others = ['Cache-Control', 'no-store', 'Content-Length', String(Buffer.byteLength(body))];

  return { status, headers: [...headers, ...others], body };
}

/** The code of an error, such as ECONNREFUSED, or its first line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;

  return code ?? error.message.split('\n')[0]?.slice(0, 200) ?? error.name;
}

/** Answers on a connection that no response belongs to, and closes it. */
export function writeProblem(socket: Socket, status: number, code: string, detail: string): void {
  const { headers, body } = problemResponse(status, code, detail);
  socket.end(
    headText(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, [...headers, 'Connection', 'close']) + body,
  );
  setTimeout(() => socket.destroy(), LINGER).unref();
}
