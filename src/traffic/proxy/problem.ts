/** The proxy's own responses, such as a problem (RFC 9457) when it cannot forward a request. */
import { STATUS_CODES } from 'node:http';

/** In refusals of the proxy itself, and in no other response. */
export const PROXY_HEADER = 'Tollgate-Proxy';

export interface OwnResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** @param code such as `service-unreachable`: the value of the header, and the end of the type */
export function problemResponse(status: number, code: string, detail: string): OwnResponse {
  const body = JSON.stringify({
    type: `urn:tollgate:problem:${code}`,
    title: STATUS_CODES[status],
    status,
    detail: `tollgate proxy: ${detail}`,
  });

  return ownResponse(status, body, ['Content-Type', 'application/problem+json', PROXY_HEADER, code]);
}

export function jsonResponse(status: number, value: unknown): OwnResponse {
  return ownResponse(status, `${JSON.stringify(value, undefined, 2)}\n`, [
    'Content-Type',
    'application/json',
  ]);
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
