/** The only file that knows Fastify: serves what does not take the short way, and refuses what is no request at all. */
import type { RequestListener } from 'node:http';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { OPERATIONS } from '../contract/operations.ts';
import type { Answers, OnBug } from './answers.ts';
import type { CertificateAndKey } from './certificate.ts';
import { isPreflight, renderOptions } from './cors.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import { createFront } from './front.ts';
import { allowedBy, refuseClientError, refuseRoute, refuseServerError } from './http-refusals.ts';
import type { InjectedAnswer, InjectedRequest } from './inject.ts';
import { createLastWords } from './last-words.ts';
import type { Reference } from './reference/reference.ts';
import { REFERENCE_METHODS, REFERENCE_PATHS } from './reference/routes.ts';
import { type Rendered, render } from './render.ts';
import { createRequestIds } from './request-ids.ts';

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

/** How long a request may take to arrive as a whole, in milliseconds. */
const ARRIVAL = 60_000;

export interface ServerOptions {
  readonly answers: Answers;
  readonly reference: Reference;
  readonly onBug: OnBug;
  /** Methods beside POST by which the operations may be asked. */
  readonly methods?: readonly string[];
  /** In bytes; a mebibyte where nothing is said. */
  readonly largestBody?: number | undefined;
  /** To serve https. */
  readonly tls?: CertificateAndKey | undefined;
  /** How long a request may take to arrive as a whole, in milliseconds; a minute where nothing is said. */
  readonly arrival?: number;
}

export function createServer(options: ServerOptions): Server {
  const { onBug, tls } = options;
  const delivery = createDelivery(onBug);
  const app = createApp(options, delivery.deliver);

  return {
    async listen(port, host) {
      const url = await app.listen({ port, host });

      // Fastify does not know what its server is.
      return tls === undefined ? url : url.replace(/^http:/, 'https:');
    },
    inject: (request) => inject(app, request),
    async close() {
      delivery.close();
      const impatience = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
      await app.close();
      clearTimeout(impatience);
    },
  };
}

function createApp(options: ServerOptions, deliver: Delivery['deliver']): FastifyInstance {
  const { answers, reference, onBug, methods = [], tls } = options;
  const { largestBody = LARGEST_BODY, arrival = ARRIVAL } = options;
  const nextId = createRequestIds();
  const lastWords = createLastWords();
  const app = fastify({
    logger: false,
    bodyLimit: largestBody,
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (listener) =>
      createFront(listener as RequestListener, {
        answers,
        deliver,
        nextId,
        lastWords,
        arrival,
        largestBody,
        tls,
      }),
    frameworkErrors: (error, { id, headers }, reply) =>
      send(reply, render(refuseServerError(error, headers), id)),
    clientErrorHandler: (error, socket) => lastWords.say(socket, render(refuseClientError(error), nextId())),
  });

  /**
   * Past Fastify, which would add a charset, that JSON has none of, and a media type where there is none, and which
   * would end the connection of a client that is still sending: that client might never hear why.
   */
  const send = (reply: FastifyReply, rendered: Rendered): FastifyReply => {
    reply.hijack();
    deliver(reply.raw, rendered);

    return reply;
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  const answerOffRoute = ({ id, method, url, headers }: FastifyRequest, reply: FastifyReply): FastifyReply =>
    send(
      reply,
      isPreflight(method, headers) ? renderOptions(undefined, id) : render(refuseRoute(method, url), id),
    );
  // Before anything is made of the body: what is wrong with that matters only where there is a route.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerOffRoute(request, reply);
    else done();
  });
  app.setNotFoundHandler(answerOffRoute);
  app.setErrorHandler<FastifyError>((error, { id, headers }, reply) => {
    const refusal = refuseServerError(error, headers);
    if (refusal.code === 'internal-error') onBug(error, id);

    return send(reply, render(refusal, id));
  });
  for (const route of OPERATIONS) {
    const { operation, method, path } = route;
    app.options(path, ({ id }, reply) => send(reply, renderOptions(allowedBy(route), id)));
    app.route<{ Body: Buffer | undefined }>({
      method: [method, ...methods],
      url: path,
      handler: async ({ id, headers, body }, reply) =>
        send(reply, await answers[operation]({ headers, bytes: body }, id)),
    });
  }
  for (const path of REFERENCE_PATHS) {
    app.route({
      method: ['GET', 'HEAD', 'OPTIONS'],
      url: path,
      handler: async ({ id, method, url, headers, socket }, reply) => {
        // Fastify takes the server as a whole for the path /.
        if (url === '*') return reply.callNotFound();
        if (method === 'OPTIONS') return send(reply, renderOptions(REFERENCE_METHODS, id));
        const local = { isTls: tls !== undefined, address: socket.localAddress, port: socket.localPort };

        return send(reply, await reference.answer({ path, base: '', headers, local }, id));
      },
    });
  }

  return app;
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
