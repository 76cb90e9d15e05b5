/** Deployments that crash, hang or break at one kind of call, to test that the suite notices. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort, listen } from './listen.ts';

import { type ReferenceBehavior, startReference } from './reference.ts';

/** Whether a call is of the kind, by its request and the text of its body. */
export type Call = (request: IncomingMessage, body: string) => boolean;

/** The kinds of calls. Every effort sends those with `quick`, which has too few requests for the others. */
export const CALLS: Readonly<Record<string, { readonly is: () => Call; readonly quick?: true }>> = {
  'malformed JSON': { quick: true, is: () => (_, body) => body === '{"amount":' },
  'a nicn of five digits': { quick: true, is: () => (_, body) => /"nicn":"\d{5}"/.test(body) },
  'a call without a token': {
    is:
      () =>
      ({ headers }) =>
        headers.authorization === undefined,
  },
  'a GET': {
    is:
      () =>
      ({ method }) =>
        method === 'GET',
  },
  'one field of a wrong type': { is: () => (_, body) => /"region":(true|\d|\[|\{)/.test(body) },
  'an optional field that is null': { is: () => (_, body) => /"(country|campaign)":null/.test(body) },
  'a second sale': {
    is: () => {
      const sold = new Set<string>();

      return ({ url }, body) => {
        const sTxId = /"sTxId":"(tx-[^"]*)"/.exec(body)?.[1];
        if (url !== '/v1/ch/sale' || sTxId === undefined) return false;
        const isSecond = sold.has(sTxId);
        sold.add(sTxId);

        return isSecond;
      };
    },
  },
};

/** The reference deployment, which calls `act` instead of answering one kind of call. */
export function on(
  call: Call,
  act: (request: IncomingMessage, response: ServerResponse) => void,
): Partial<ReferenceBehavior> {
  let body = '';

  return {
    onBody(text) {
      body = text;
    },
    intercept(request, response) {
      const isIt = call(request, body);
      if (isIt) act(request, response);

      return isIt;
    },
  };
}

/** A deployment whose process ends at a call. If restarted, it listens again after this many milliseconds. */
export async function startMortal(call: Call, restartsAfter?: number) {
  const behind = await startReference(on(call, () => end()));
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    const upstream = connect(Number(behind.url.port), '127.0.0.1');
    for (const one of [socket, upstream]) one.on('error', () => {});
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      upstream.destroy();
    });
    upstream.on('close', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  // Where it listens again, no other server may have been given its port meanwhile.
  const port = restartsAfter === undefined ? undefined : await findFreePort();
  const listening = await listen(front, port);
  const end = () => {
    if (!front.listening) return;
    front.close();
    for (const socket of sockets) socket.destroy();
    if (restartsAfter !== undefined) setTimeout(() => front.listen(port, '127.0.0.1'), restartsAfter);
  };

  return {
    url: listening.url,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      await behind[Symbol.asyncDispose]();
    },
  };
}
