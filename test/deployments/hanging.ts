/** Deployments that stop answering for good or for one kind of call, and sound ones that look like it for a while. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { findFreePort, type Listening, listen } from './listen.ts';
import { answering, type ReferenceBehavior, startReference } from './reference.ts';

type Started = AsyncDisposable & { readonly url: URL };

export interface Hanging {
  readonly name: string;
  readonly start: () => Promise<Started>;
  /** Whether a call as the report shows it is the one that does the harm; undefined where no single call does. */
  readonly isDeadly?: (body: string) => boolean;
  /** The rule that fails; the one on answers unless given. */
  readonly fails?: RuleId;
}

const hanging = (
  name: string,
  start: Hanging['start'],
  more: Omit<Hanging, 'name' | 'start'> = {},
): Hanging => ({ name, start, ...more });

const isMalformed = (body: string) => body === '{"amount":';
const isShort = (body: string) => /"nicn":"\d{5}"/.test(body);
const isAny = () => true;

interface Decided {
  readonly body: string;
  readonly number: number;
  readonly url: string;
}

/** Answers nothing from the first call of the kind on. */
function locking(is: (call: Decided) => boolean, from: 'with it' | 'after it' = 'with it') {
  return () => {
    let isLocked = false;

    return deciding((call) => {
      const wasLocked = isLocked;
      isLocked ||= is(call);

      return from === 'with it' ? isLocked : wasLocked;
    })();
  };
}

/** The reference deployment. @param isLost whether the call gets no answer */
function deciding(isLost: (call: Decided) => boolean): () => Promise<Listening> {
  return () => {
    let body = '';

    return startReference({
      onBody: (text) => {
        body = text;
      },
      intercept: ({ url = '' }, _, number) => isLost({ body, number, url }),
    });
  };
}

/** Each answers nothing at all after some call. */
export const DEADLY: readonly Hanging[] = [
  hanging(
    'leaks its lock when a body is malformed, which it refuses',
    locking(({ body }) => isMalformed(body), 'after it'),
    { isDeadly: isMalformed },
  ),
  hanging(
    'deadlocks at a nicn of five digits',
    locking(({ body }) => isShort(body)),
    { isDeadly: isShort },
  ),
  hanging(
    'deadlocks at its first sale',
    locking(({ url }) => url.endsWith('/sale')),
    { isDeadly: (body) => !body.includes('"amount"') },
  ),
  hanging(
    'dies silently in the middle of the run',
    deciding(({ number }) => number > 100),
    { isDeadly: isAny },
  ),
  hanging(
    'closes each connection from the middle of the run on',
    () =>
      startReference({
        intercept({ socket }, _, number) {
          if (number > 100) socket.destroy();

          return number > 100;
        },
      }),
    { isDeadly: isAny },
  ),
  hanging('refuses connections after malformed JSON', () => startMortal(CALLS['malformed JSON']!.is()), {
    isDeadly: isMalformed,
  }),
  hanging('deadlocks at six calls at once', () => {
    let isLocked = false;

    return startReference({
      delay: () => 3,
      onArrival: (_, __, atOnce) => {
        isLocked ||= atOnce >= 6;

        return isLocked;
      },
    });
  }),
];

/** Each answers everything but one kind of call. */
export const SILENT: readonly Hanging[] = [
  hanging(
    'leaks the lock of a transaction whose update it refuses',
    () => leakingLock(({ isRefused }) => isRefused),
    { fails: 'robustness/survives-malformed-input' },
  ),
  hanging('leaks the lock of a transaction with its first update', () => leakingLock(() => true)),
  hanging(
    'never answers malformed JSON',
    deciding(({ body }) => isMalformed(body)),
    { isDeadly: isMalformed },
  ),
  hanging('never answers an update by mTxId', () =>
    startReference({
      checkUpdate: ({ sTxId }) => {
        if (sTxId === undefined) throw new Error('hangs');

        return undefined;
      },
    }),
  ),
  hanging(
    'never answers a sale',
    deciding(({ url }) => url.endsWith('/sale')),
    { isDeadly: (body) => !body.includes('"amount"') },
  ),
  hanging('loses two of eight calls at once', () =>
    startReference({ delay: () => 3, onArrival: (_, __, atOnce) => atOnce > 6 }),
  ),
];

/** Calls that name a transaction wait for ever once a call that did left its lock behind. */
function leakingLock(leaks: (call: { readonly isRefused: boolean }) => boolean): Promise<Listening> {
  const locked = new Set<unknown>();
  let named: unknown;

  return startReference({
    onBody(body) {
      named = /"sTxId":"(tx-[^"]*)"/.exec(body)?.[1];
    },
    intercept: () => locked.has(named),
    onResponse({ status }) {
      if (named !== undefined && leaks({ isRefused: status >= 400 })) locked.add(named);
    },
  });
}

/** Ends at a call and is restarted by a supervisor. */
const restarted = (is: () => Call, ms: number) => () => startMortal(is(), ms);

/** Serves one connection after another: the others wait until it closes. */
async function serveOneConnection(): Promise<Started> {
  const behind = await startReference();
  const http = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => void forward(behind.url, request, response),
  );
  const waiting: Socket[] = [];
  let current: Socket | undefined;
  const next = () => {
    current = waiting.shift();
    current?.once('close', next).resume();
    if (current !== undefined) http.emit('connection', current);
  };
  const front = createTcpServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    socket.once('close', () => {
      const index = waiting.indexOf(socket);
      if (index !== -1) waiting.splice(index, 1);
    });
    if (current === undefined) next();
  });
  const listening = await listen(front);

  return {
    url: listening.url,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      await behind[Symbol.asyncDispose]();
    },
  };
}

async function forward(to: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks = await request.toArray();
  const hop = ['host', 'connection', 'content-length', 'transfer-encoding'];
  const headers = Object.entries(request.headers).filter(([name]) => !hop.includes(name));
  const method = String(request.method);
  const answer = await fetch(new URL(String(request.url), to), {
    method,
    headers: headers as [string, string][],
    ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
  });
  const type = answer.headers.get('content-type');
  response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(await answer.text());
}

/** Fails in some way for a stretch of time that begins with a call of this number. */
function stretch(
  from: number,
  ms: number,
  act: (request: IncomingMessage, response: ServerResponse) => void,
): () => Promise<Listening> {
  return () => {
    let began: number | undefined;

    return startReference({
      intercept(request, response, number) {
        if (number < from) return false;
        began ??= performance.now();
        const isIn = performance.now() - began < ms;
        if (isIn) act(request, response);

        return isIn;
      },
    });
  };
}

/** None of these is accused. */
export const INNOCENT: readonly Hanging[] = [
  hanging('serves a single connection at a time', serveOneConnection),
  hanging('starts slowly', () => {
    const startedAt = performance.now();

    return startReference({ delay: () => Math.max(0, startedAt + 8000 - performance.now()) });
  }),
  hanging('pauses for three seconds now and then', () => {
    let pausedUntil = 0;

    return startReference({
      delay: (number) => {
        if (number % 300 === 200) pausedUntil = performance.now() + 3000;

        return Math.max(0, pausedUntil - performance.now());
      },
    });
  }),
  hanging(
    'answers 503 while its database fails over',
    stretch(150, 5000, (_, response) => void response.writeHead(503).end()),
  ),
  hanging(
    'answers 503 for longer while its database fails over, which prevents whole rules',
    stretch(120, 9000, (_, response) => void response.writeHead(503).end()),
  ),
  hanging(
    'answers 503 with Retry-After while its database fails over',
    stretch(150, 5000, (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()),
  ),
  hanging('is restarted two seconds after one crash', () => {
    let times = 0;

    return restarted(() => (_, body) => isShort(body) && ++times === 1, 2000)();
  }),
  hanging(
    'does not answer for six seconds',
    stretch(150, 6000, () => {}),
  ),
];

/** Crashes at one kind of call, and is restarted each time. */
export const CRASHING: readonly Hanging[] = [
  hanging(
    'crashes at each nicn of five digits and is restarted',
    restarted(() => (_, body) => isShort(body), 2000),
    { isDeadly: isShort },
  ),
];

// Deployments that crash, hang or break at one kind of call, to test that the suite notices.

/** Whether a call is of the kind, by its request and the text of its body. */
export type Call = (request: IncomingMessage, body: string) => boolean;

/** The kinds of calls. Every effort sends those with `quick`, which has too few requests for the others. */
export const CALLS: Readonly<Record<string, { readonly is: () => Call; readonly quick?: true }>> = {
  'malformed JSON': { quick: true, is: () => (_, body) => body === '{"amount":' },
  'a nicn of five digits': { quick: true, is: () => (_, body) => /"nicn":"\d{5}"/.test(body) },
  'a call without a token': { is: () => (request) => request.headers.authorization === undefined },
  'a GET': { is: () => (request) => request.method === 'GET' },
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
export function on(call: Call, act: (response: ServerResponse) => unknown): Partial<ReferenceBehavior> {
  let body = '';

  return {
    onBody: (text) => {
      body = text;
    },
    ...answering((request) => call(request, body), act),
  };
}

/** A deployment whose process ends at a call. If restarted, it listens again after this many milliseconds. */
export async function startMortal(call: Call, restartsAfter?: number) {
  const behind = await startReference(on(call, () => end()));
  const sockets = new Set<Socket>();
  const front = createTcpServer((socket) => {
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
