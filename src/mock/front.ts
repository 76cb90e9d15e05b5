/** The short way in: an operation's ordinary request, read straight from Node, past the server for all the rest. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { OPERATIONS } from '../contract/operations.ts';
import { after } from '../ledger/after.ts';
import type { CertificateAndKey } from './certificate.ts';
import type { Delivery } from './deliver.ts';
import type { Asked } from './journal/noted.ts';
import type { LastWords } from './last-words.ts';
import { type Early, refuseEarly } from './refuse-early.ts';
import type { World } from './worlds/world.ts';

/** In milliseconds: longer than the clients' pools keep a connection, or they would use one that just ended. */
const KEEP_ALIVE = 72_000;

/** How often it is looked whether a request takes too long, in the time that it may take. */
const CHECKS = 12;

export interface FrontOptions {
  readonly home: World;
  readonly deliver: Delivery['deliver'];
  readonly nextId: () => string;
  readonly lastWords: LastWords;
  readonly note: Early['note'];
  /** In milliseconds: how long a request may take to arrive as a whole. */
  readonly arrival: number;
  /** In bytes. Who announces more, or does not say, takes the long way. */
  readonly largestBody: number;
  /** Otherwise it serves plain http. */
  readonly tls: CertificateAndKey | undefined;
}

/** A server whose ordinary requests take the short way, and all others go to this listener. */
export function createFront(everythingElse: RequestListener, options: FrontOptions): Server {
  const { home, deliver, nextId, lastWords, arrival, largestBody, tls } = options;
  const operations = new Map(OPERATIONS.map(({ path, operation }) => [path, operation]));

  const listener: RequestListener = (request, response) => {
    const from = performance.now();
    lastWords.follow(response);
    const operation = request.method === 'POST' ? operations.get(request.url ?? '') : undefined;
    const length = Number(request.headers['content-length'] ?? 0);
    if (operation === undefined || length === 0 || length > largestBody) {
      everythingElse(request, response);
      return;
    }
    readWhole(request, (bytes) => {
      const asked: Asked = {
        id: nextId(),
        world: undefined,
        method: request.method,
        url: request.url,
        headers: request.headers,
        bytes,
        text: undefined,
        merchant: undefined,
        at: home.clock.now(),
        from,
      };
      void after(home.answers[operation](asked, asked.id), (rendered) => {
        deliver(response, rendered);
        home.journal.note(asked, rendered);
      });
    });
  };
  const settings = {
    // Otherwise Node itself answers a request without the header Host, and not with a problem.
    requireHostHeader: false,
    headersTimeout: arrival,
    requestTimeout: arrival,
    connectionsCheckingInterval: Math.ceil(arrival / CHECKS),
  };
  const server =
    tls === undefined ? createServer(settings, listener) : createTlsServer({ ...settings, ...tls }, listener);
  server.keepAliveTimeout = KEEP_ALIVE;
  refuseEarly(server, options);

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
