/** The only file that knows Fastify: serves what does not take the short way, and refuses what is no request at all. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { OPERATIONS } from '../contract/operations.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import type { OnBug } from './answers.ts';
import type { CertificateAndKey } from './certificate.ts';
import { BASE, isControl } from './control/base.ts';
import { renderPrivately } from './control/render-privately.ts';
import type { AskControl } from './control-loader.ts';
import { isPreflight, renderOptions } from './cors.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import { createFront } from './front.ts';
import { allowedBy, refuseClientError, refuseRoute, refuseServerError } from './http-refusals.ts';
import type { InjectedAnswer, InjectedRequest } from './inject.ts';
import { type Asked, askedEarly } from './journal/noted.ts';
import { createLastWords } from './last-words.ts';
import type { Reference } from './reference/reference.ts';
import { REFERENCE_METHODS, REFERENCE_PATHS } from './reference/routes.ts';
import type { Refusal } from './refusal.ts';
import { type Rendered, render } from './render.ts';
import { createRequestIds } from './request-ids.ts';
import type { World } from './worlds/world.ts';
import { pathOfWorld, readWorldPath } from './worlds/world-path.ts';
import type { Worlds } from './worlds/worlds.ts';

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
  readonly worlds: Pick<Worlds, 'home' | 'enter' | 'begin'>;
  readonly reference: Reference;
  /** Undefined where nobody may ask. */
  readonly control: AskControl | undefined;
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
  // Node's list of connections lacks those that have not ended their TLS handshake.
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    async listen(port, host) {
      const url = await app.listen({ port, host });

      // Fastify does not know what its server is.
      return tls === undefined ? url : url.replace(/^http:/, 'https:');
    },
    inject: (request) => inject(app, request),
    async close() {
      delivery.close();
      const impatience = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, PATIENCE);
      await app.close();
      clearTimeout(impatience);
    },
  };
}

function createApp(options: ServerOptions, deliver: Delivery['deliver']): FastifyInstance {
  const { worlds, control, onBug, methods = [], tls } = options;
  const { largestBody = LARGEST_BODY, arrival = ARRIVAL } = options;
  const { home } = worlds;
  const nextId = createRequestIds();
  const lastWords = createLastWords();
  const arrivals = new WeakMap<IncomingMessage, number>();
  const note = (request: Partial<IncomingMessage>, rendered: Rendered) =>
    home.journal.note(askedEarly(request, rendered, home.clock.now()), rendered);
  const app = fastify({
    logger: false,
    bodyLimit: largestBody,
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (listener) =>
      createFront(listener as RequestListener, {
        home,
        deliver,
        nextId,
        lastWords,
        note,
        arrival,
        largestBody,
        tls,
      }),
    rewriteUrl(request) {
      arrivals.set(request, performance.now());
      const path = readWorldPath(request.url ?? '/');

      return path.kind === 'world' ? path.rest : (request.url ?? '/');
    },
    frameworkErrors: (error, request, reply) =>
      refuse(refuseServerError(error, request.headers), request, reply),
    clientErrorHandler(error, socket) {
      const rendered = render(refuseClientError(error), nextId());
      lastWords.say(socket, rendered);
      note({}, rendered);
    },
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
  const askedBy = (request: FastifyRequest, world: World): Asked => ({
    id: request.id,
    world: world.name,
    method: request.method,
    url: request.url,
    headers: request.headers,
    bytes: request.body as Buffer | undefined,
    text: undefined,
    merchant: undefined,
    at: world.clock.now(),
    from: arrivals.get(request.raw) ?? performance.now(),
  });
  const refuse = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (control !== undefined && isControl(request.url)) {
      return send(reply, renderPrivately(refusal, request.id));
    }
    const entered = worlds.enter(request.originalUrl);
    const world = entered.kind === 'world' ? entered : home;
    const rendered = render(refusal, request.id);
    world.journal.note(askedBy(request, world), rendered);

    return send(reply, rendered);
  };
  const answering =
    (answer: (asked: Asked, world: World) => Awaitable<Rendered>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const world = worlds.enter(request.originalUrl);
      if (world.kind === 'refused') return refuse(world, request, reply);
      const asked = askedBy(request, world);
      const rendered = await answer(asked, world);
      world.journal.note(asked, rendered);

      return send(reply, rendered);
    };
  const answerPreflight = answering(({ id }) => renderOptions(undefined, id));
  const refuseUnrouted = (request: FastifyRequest, reply: FastifyReply) => {
    const entered = worlds.enter(request.originalUrl);
    if (entered.kind === 'refused') return refuse(entered, request, reply);
    const isElsewhere = control === undefined || !isControl(request.url);
    if (isElsewhere && isPreflight(request.method, request.headers)) return answerPreflight(request, reply);

    return refuse(refuseRoute(request.method, request.url), request, reply);
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  // Before anything is made of the body: what is wrong with that matters only where there is a route.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void refuseUnrouted(request, reply);
    else done();
  });
  app.setNotFoundHandler(refuseUnrouted);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refuseServerError(error, request.headers);
    if (refusal.code === 'internal-error') onBug(error, request.id);

    return refuse(refusal, request, reply);
  });
  for (const route of OPERATIONS) {
    const { operation, method, path } = route;
    const handler = answering((asked, world) => world.answers[operation](asked, asked.id));
    app.options(
      path,
      answering(({ id }) => renderOptions(allowedBy(route), id)),
    );
    app.route({ method: [method, ...methods], url: path, handler });
  }
  addReference(app, options, send);
  if (control !== undefined) addControl(app, { worlds, control, send, refuseUnrouted });

  return app;
}

type Send = (reply: FastifyReply, rendered: Rendered) => FastifyReply;

/** What is asked here is in no journal: looking at the mock is no traffic. */
function addReference(app: FastifyInstance, { worlds, reference, tls }: ServerOptions, send: Send): void {
  for (const path of REFERENCE_PATHS) {
    app.route({
      method: ['GET', 'HEAD', 'OPTIONS'],
      url: path,
      handler: async ({ id, method, url, originalUrl, headers, socket }, reply) => {
        // Fastify takes the server as a whole for the path /.
        if (url === '*') return reply.callNotFound();
        const world = worlds.enter(originalUrl);
        if (world.kind === 'refused') return send(reply, render(world, id));
        if (method === 'OPTIONS') return send(reply, renderOptions(REFERENCE_METHODS, id));
        const local = { isTls: tls !== undefined, address: socket.localAddress, port: socket.localPort };
        const base = world.name === undefined ? '' : pathOfWorld(world.name);

        return send(reply, await reference.answer({ path, base, headers, local }, id));
      },
    });
  }
}

interface Controlling {
  readonly worlds: ServerOptions['worlds'];
  readonly control: AskControl;
  readonly send: Send;
  readonly refuseUnrouted: (request: FastifyRequest, reply: FastifyReply) => Awaitable<FastifyReply>;
}

/** Nor is this: the journal would be full of whoever reads it. */
function addControl(app: FastifyInstance, { worlds, control, send, refuseUnrouted }: Controlling): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, method, url, headers, raw, protocol } = request;
    if (REFERENCE_PATHS.includes(url.split('?', 1)[0] ?? '')) return refuseUnrouted(request, reply);
    const bytes = request.body as Buffer | undefined;
    const caller = { method, headers, peer: raw.socket.remoteAddress, scheme: protocol, bytes };
    const { lines, ...rendered } = await control({ ...caller, id, url }, () =>
      worlds.begin(request.originalUrl),
    );
    if (lines === undefined) return send(reply, rendered);
    reply.hijack();
    reply.raw.writeHead(rendered.status, rendered.headers);
    // Whoever ends it, nobody is left to tell.
    pipeline(lines, reply.raw, () => {});

    return reply;
  };
  app.all(BASE, handler);
  app.all(`${BASE}/*`, handler);
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
