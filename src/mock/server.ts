/** The only file that knows Fastify: serves what does not take the short way, and refuses what is no request at all. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type FastifyError, type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { OPERATIONS } from '../contract/operations.ts';
import { type Answers, createAnswers, type OnBug } from './answers.ts';
import type { CertificateAndKey } from './certificate.ts';
import { renderOptions } from './cors.ts';
import { createFront } from './front.ts';
import { allowedBy, refuseClientError, refuseRoute, refuseServerError } from './http-refusals.ts';
import type { InjectedAnswer, InjectedRequest } from './inject.ts';
import type { Lines } from './lines.ts';
import type { Reference } from './reference/reference.ts';
import { REFERENCE_METHODS, REFERENCE_PATHS } from './reference/routes.ts';
import { refuseBecause } from './refusal.ts';
import { type Rendered, render } from './render.ts';
import { createRequestIds } from './request-ids.ts';
import { writeToSocket } from './write-to-socket.ts';

export interface Server {
  /** @returns the address, such as `http://127.0.0.1:4010`, or with https */
  readonly listen: (port: number, host: string) => Promise<string>;
  readonly inject: (request: InjectedRequest) => Promise<InjectedAnswer>;
  readonly close: () => Promise<void>;
}

/** In bytes. */
const LARGEST_BODY = 1024 * 1024;

/** How long a request under way may take to end when the mock is closed, in milliseconds. */
const PATIENCE = 250;

export interface ServerOptions {
  readonly lines: Lines;
  readonly reference: Reference;
  readonly onBug: OnBug;
  /** To serve https. */
  readonly tls: CertificateAndKey | undefined;
}

export function createServer(options: ServerOptions): Server {
  const { tls } = options;
  const app = createApp(createAnswers(options.lines, options.onBug), options);

  return {
    async listen(port, host) {
      const url = await app.listen({ port, host });

      // Fastify does not know what its server is.
      return tls === undefined ? url : url.replace(/^http:/, 'https:');
    },
    inject: (request) => inject(app, request),
    async close() {
      const impatience = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
      await app.close();
      clearTimeout(impatience);
    },
  };
}

function createApp(answers: Answers, { reference, onBug, tls }: ServerOptions): FastifyInstance {
  const nextId = createRequestIds();
  const app = fastify({
    logger: false,
    bodyLimit: LARGEST_BODY,
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (listener) =>
      createFront(listener as RequestListener, { answers, nextId, largestBody: LARGEST_BODY, tls }),
    frameworkErrors: (error, { id, headers }, reply) =>
      send(reply, render(refuseServerError(error, headers), id)),
    clientErrorHandler: (error, socket) => writeToSocket(socket, render(refuseClientError(error), nextId())),
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.setNotFoundHandler(({ id, method, url }, reply) => send(reply, render(refuseRoute(method, url), id)));
  app.setErrorHandler<FastifyError>((error, { id, headers }, reply) => {
    const refusal = refuseServerError(error, headers);
    if (refusal.code === 'internal-error') onBug(error, id);

    return send(reply, render(refusal, id));
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = refuseBecause('expectation-failed', 'only 100-continue can be met');
    const { status, headers, text } = render(refusal, nextId());
    response.writeHead(status, headers).end(text);
  });
  for (const route of OPERATIONS) {
    const { operation, method, path } = route;
    app.options(path, ({ id }, reply) => send(reply, renderOptions(allowedBy(route), id)));
    app.route<{ Body: Buffer | undefined }>({
      method,
      url: path,
      handler: async ({ id, headers, body }, reply) =>
        send(reply, await answers[operation]({ headers, bytes: body }, id)),
    });
  }
  serveReference(app, reference, tls !== undefined);

  return app;
}

function serveReference(app: FastifyInstance, reference: Reference, isTls: boolean): void {
  for (const path of REFERENCE_PATHS) {
    app.route({
      method: ['GET', 'HEAD', 'OPTIONS'],
      url: path,
      handler: async ({ id, method, url, headers, socket }, reply) => {
        // Fastify takes the server as a whole for the path /.
        if (url === '*') return reply.callNotFound();
        if (method === 'OPTIONS') return send(reply, renderOptions(REFERENCE_METHODS, id));
        const local = { isTls, address: socket.localAddress, port: socket.localPort };

        return send(reply, await reference.answer({ path, base: '', headers, local }, id));
      },
    });
  }
}

/** Sent as bytes: to a text Fastify would add a charset, which JSON has none of. */
function send(reply: FastifyReply, { status, headers, text }: Rendered): FastifyReply {
  if (headers['content-type'] === undefined) return sendUntyped(reply, { status, headers, text });

  return reply.code(status).headers(headers).send(Buffer.from(text));
}

/** Past Fastify, which would add a media type. */
function sendUntyped(reply: FastifyReply, { status, headers, text }: Rendered): FastifyReply {
  reply.hijack();
  const length = status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(text) };
  reply.raw.writeHead(status, { ...headers, ...length }).end(text);

  return reply;
}

async function inject(app: FastifyInstance, request: InjectedRequest): Promise<InjectedAnswer> {
  const { method = 'POST', path, headers = {}, body } = request;
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await app.inject({
    method,
    url: path,
    headers: { ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

  return {
    status: answer.statusCode,
    headers: { ...answer.headers },
    text: answer.payload,
    json: () => JSON.parse(answer.payload),
  };
}
