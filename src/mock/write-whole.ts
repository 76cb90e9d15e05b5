/** An answer in one piece. */
import type { ServerResponse } from 'node:http';
import { lengthOf, type Rendered } from './render.ts';

export function writeWhole(response: ServerResponse, { status, headers, text }: Rendered): void {
  response.writeHead(status, { ...headers, ...lengthOf(status, text) });
  response.end(text);
}
