/** The short way in: an operation's ordinary request, read straight from Node, past the server for all the rest. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { OPERATIONS } from '../contract/operations.ts';
import type { Answers } from './answers.ts';
import type { CertificateAndKey } from './certificate.ts';
import type { Rendered } from './render.ts';

/** In milliseconds: longer than the clients' pools keep a connection, or they would use one that just ended. */
const KEEP_ALIVE = 72_000;

export interface FrontOptions {
  readonly answers: Answers;
  readonly nextId: () => string;
  /** In bytes. Who announces more, or does not say, takes the long way. */
  readonly largestBody: number;
  /** Otherwise it serves plain http. */
  readonly tls: CertificateAndKey | undefined;
}

/** A server whose ordinary requests take the short way, and all others go to this listener. */
export function createFront(everythingElse: RequestListener, options: FrontOptions): Server {
  const { answers, nextId, largestBody, tls } = options;
  const operations = new Map(OPERATIONS.map(({ path, operation }) => [path, operation]));

  const listener: RequestListener = (request, response) => {
    const operation = request.method === 'POST' ? operations.get(request.url ?? '') : undefined;
    const length = Number(request.headers['content-length'] ?? 0);
    if (operation === undefined || length === 0 || length > largestBody) {
      everythingElse(request, response);
      return;
    }
    readWhole(request, (bytes) => {
      const answer = answers[operation]({ headers: request.headers, bytes }, nextId());
      void answer.then((rendered) => write(response, rendered));
    });
  };
  // Otherwise Node itself answers a request without the header Host, and not with a problem.
  const hosts = { requireHostHeader: false };
  const server =
    tls === undefined ? createServer(hosts, listener) : createTlsServer({ ...hosts, ...tls }, listener);
  server.keepAliveTimeout = KEEP_ALIVE;

  return server;
}

/** Of a request that is cut off nobody waits for the answer, so there is no end without the whole. */
function readWhole(request: IncomingMessage, then: (bytes: Buffer) => void): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () =>
    then(pieces[0] !== undefined && pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)),
  );
}

function write(response: ServerResponse, { status, headers, text }: Rendered): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
