/** Unusual but legal behaviors that are judged alone, since some leave rules without an answer. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Make } from './judge.ts';
import { answering, checkFee, checkSale, REFERENCE, type ReferenceBehavior, TOKENS } from './reference.ts';

/** Treats every call of a client in this way once it has guessed two tokens. */
function lockingOut(
  lock: (request: IncomingMessage, response: ServerResponse) => void,
): Partial<ReferenceBehavior> {
  let guesses = 0;

  return {
    onArrival(request, response) {
      if (isStranger(request)) guesses++;
      if (guesses > 2) lock(request, response);

      return guesses > 2;
    },
  };
}

const isStranger = ({ headers }: IncomingMessage) =>
  !Object.values(TOKENS).some((token) => headers.authorization === `Bearer ${token}`);

const isLarge = (length: string | undefined) => Number(length ?? 0) > 2 ** 20;

export const LONE_ODDITIES: Readonly<Record<string, Make>> = {
  'a large body is refused before it is read, and the connection closed': () => ({
    onArrival({ headers, socket }, response) {
      if (!isLarge(headers['content-length'])) return false;
      response.writeHead(413, { connection: 'close' }).end('too large', () => socket.destroy());

      return true;
    },
  }),
  'other methods than POST are not implemented': () =>
    answering(
      ({ method }) => method !== 'POST',
      (response) => response.writeHead(501, { allow: 'POST' }).end(),
    ),
  'other methods are refused by a gateway for their version of HTTP': () =>
    answering(
      ({ method }) => method !== 'POST',
      (response) => response.writeHead(505).end(),
    ),
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
  'a sale of an unknown transaction is answered with its sTxId and a message': () => ({
    refusal: (why) => ({
      status: 200,
      type: 'application/json',
      text: JSON.stringify({ sTxId: 'none', message: why }),
    }),
    checkSale: checkSale,
  }),
  'strangers and other methods are shown a page of more than a MiB': () =>
    answering(
      (request) => isStranger(request) || request.method !== 'POST',
      (response) => response.end('<p>Hello</p>'.repeat(100_000)),
    ),
  'refusals are longer than a MiB': () => ({
    refusal: (why) => ({ ...REFERENCE.refusal(why), text: why + '.'.repeat(1_100_000) }),
  }),
  'strangers are led to another origin': () =>
    answering(isStranger, (response) =>
      response.writeHead(307, { location: 'https://login.example.com/' }).end(),
    ),
  'strangers are led to a page of their own': () =>
    answering(
      (request) => request.url?.startsWith('/login') === true || isStranger(request),
      (response, { url }) =>
        url?.startsWith('/login') === true
          ? response.end('<html>Who are you?</html>')
          : response.writeHead(308, { location: '/login' }).end(),
    ),
  'strangers get 400': () => answering(isStranger, (response) => response.writeHead(400).end()),
  'strangers get a 2xx that says no': () =>
    answering(isStranger, (response) => response.end('{"message":"who are you?"}')),
  'other methods get 403': () =>
    answering(
      ({ method }) => method !== 'POST',
      (response) => response.writeHead(403).end(),
    ),
  'a GET shows how it is used': () =>
    answering(
      ({ method }) => method === 'GET',
      (response) => response.end('{"usage":{"transactionFee":1,"sTxId":"x","message":"ok"}}'),
    ),
  'fees are odd cents of large amounts': () => ({
    calculateFee: ({ amount }) => Math.round(Number(amount) * 100 + 800_000_007) / 100,
  }),
  'null in an optional field is none': () => ({
    normalizeRequest: (request) =>
      Object.fromEntries(
        Object.entries(request).filter(
          ([name, value]) => value !== null || ['amount', 'nicn', 'region'].includes(name),
        ),
      ),
  }),
  'up to 8 digits of a card are quoted': () => ({
    checkFee: (request, ...rest) => {
      const why = REFERENCE.checkFee(request, ...rest);

      return why === undefined ? undefined : `${why}: ${String(request['nicn']).slice(0, 8)}`;
    },
  }),
};
