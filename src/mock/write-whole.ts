/** An answer in one piece. */
import type { ServerResponse } from 'node:http';
import type { Rendered } from './render.ts';

export function writeWhole(response: ServerResponse, { status, headers, text }: Rendered): void {
  const length = status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...length });
  response.end(text);
}
