/** Odd behaviors that no should rule may fail. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkFee, checkSale, REFERENCE, type ReferenceBehavior, TOKENS } from './reference.ts';

/** Treats every call of a client in this way once it has guessed two tokens. */
function lockingOut(
  lock: (request: IncomingMessage, response: ServerResponse) => void,
): Partial<ReferenceBehavior> {
  let guesses = 0;

  return {
    onArrival(request, response) {
      const token = request.headers.authorization?.slice('Bearer '.length);
      const isGuess = !Object.values(TOKENS).some((known) => known === token);
      if (isGuess) guesses++;
      if (guesses > 2) lock(request, response);

      return guesses > 2;
    },
  };
}

const isLarge = (length: string | undefined) => Number(length ?? 0) > 2 ** 20;

export const SHOULD_ODDITIES: Readonly<Record<string, () => Partial<ReferenceBehavior>>> = {
  'a large body is refused before it is read, and the connection closed': () => ({
    onArrival({ headers, socket }, response) {
      if (!isLarge(headers['content-length'])) return false;
      response.writeHead(413, { connection: 'close' }).end('too large', () => socket.destroy());

      return true;
    },
  }),
  'other methods than POST are not implemented': () => ({
    intercept(request, response) {
      if (request.method === 'POST') return false;
      response.writeHead(501, { allow: 'POST' }).end();

      return true;
    },
  }),
  'other methods are refused by a gateway for their version of HTTP': () => ({
    intercept(request, response) {
      if (request.method === 'POST') return false;
      response.writeHead(505).end();

      return true;
    },
  }),
  'other methods are put off for a while': () => {
    let times = 0;

    return {
      intercept(request, response) {
        if (request.method === 'POST' || times++ % 2 === 1) return false;
        response.writeHead(503, { 'retry-after': '0' }).end();

        return true;
      },
    };
  },
  'a large body is cut off without an answer': () => ({
    onArrival({ headers, socket }) {
      if (isLarge(headers['content-length'])) socket.destroy();

      return socket.destroyed;
    },
  }),
  'a large body is left waiting': () => ({
    onArrival: ({ headers }) => isLarge(headers['content-length']),
  }),
  'a large body is too much for the moment': () => ({
    onArrival({ headers }, response) {
      if (!isLarge(headers['content-length'])) return false;
      response.writeHead(503, { 'retry-after': '60', connection: 'close' }).end();

      return true;
    },
  }),
  'a client that guesses tokens is refused everything from then on': () =>
    lockingOut((_, response) => void response.writeHead(423).end('locked')),
  'a client that guesses tokens is locked out with a success status': () =>
    lockingOut((_, response) => void response.end('{"message":"locked"}')),
  'a client that guesses tokens gets no response any more': () =>
    lockingOut(({ socket }) => void socket.destroy()),
  'a sale of an unknown transaction is forbidden': () => ({
    refusal: (why) => ({ ...REFERENCE.refusal(why), status: why === 'no such transaction' ? 403 : 422 }),
  }),
  'refusals are 2xx with a message that is not ok': () => ({
    refusal: (why) => ({ status: 200, type: 'application/json', text: JSON.stringify({ message: why }) }),
  }),
  'refusals are pages with links': () => ({
    refusal: (why) => ({
      status: 400,
      type: 'text/html',
      text: `<script src="/usr/app/main.js"></script><a href="/var/help.php">Please select from the list</a> ${why}`,
    }),
  }),
  'refusals repeat the request': () => {
    let last = '';

    return {
      onBody: (text) => {
        last = text.replaceAll(/\d{9,}/g, '(a card number)');
      },
      refusal: (why) => ({ status: 422, type: 'application/json', text: JSON.stringify({ why, got: last }) }),
    };
  },
  'server errors of one outage': () => ({
    intercept(_, response, call) {
      const isOut = call > 60 && call < 64;
      if (isOut) response.writeHead(500).end('Internal Server Error');

      return isOut;
    },
  }),
  'with one processor that one is used, whatever is named': () => ({
    checkFee: (request, moment, found) =>
      checkFee(
        moment.merchant === 'one' && typeof request['processor'] === 'string'
          ? { ...request, processor: 'alpha' }
          : request,
        moment,
        found,
      ),
  }),
  'a part may be a cent more than the total': () => ({
    checkFee: (request, ...rest) =>
      checkFee(
        typeof request['totalAmount'] === 'number'
          ? { ...request, totalAmount: request['totalAmount'] + 0.01 }
          : request,
        ...rest,
      ),
  }),
  'a fee call may bring an sTxId of its own': () => {
    let brought: string | undefined;

    return {
      unknownStxid: 'new-transaction',
      normalizeRequest(request) {
        brought = typeof request['sTxId'] === 'string' ? request['sTxId'] : undefined;

        return request;
      },
      createStxid: (number) => brought ?? `tx-${number}`,
    };
  },
  'each merchant counts its transactions for itself': () => {
    const counts = { one: 0, several: 0 };

    return { createStxid: (_, { merchant }) => String(++counts[merchant]) };
  },
  'an sTxId is a signature': () => ({
    createStxid: (number) => createHash('sha256').update(`${number}`).digest('base64url'),
  }),
  'an sTxId is a number of the day': () => ({ createStxid: (number) => `${20260131000000 + number}` }),
  'a sale of an unknown transaction is answered with its sTxId and a message': () => ({
    refusal: (why) => ({
      status: 200,
      type: 'application/json',
      text: JSON.stringify({ sTxId: 'none', message: why }),
    }),
    checkSale: checkSale,
  }),
};
