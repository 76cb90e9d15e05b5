/** A ledger in Redis or Valkey: all mocks that share it act as one service. Alone imports @redis/client. */
import { createClient, defineScript } from '@redis/client';
import { createStxids, expectRetain, feeFields, fromExactText, toExactText } from './accounts.ts';
import {
  type Attached,
  closedError,
  type Found,
  type Identifiers,
  type Ledger,
  LedgerError,
  type LedgerErrorCode,
  type Recorded,
  type Transaction,
} from './ledger.ts';
import { ANY_MERCHANT, keysOf, merchantOf, SCRIPT } from './redis-script.ts';

export interface RedisOptions {
  /** How long a transaction is kept after its last change, in milliseconds; unlimited by default. */
  readonly retain?: number | undefined;
}

export interface RedisLedger {
  readonly ledger: Ledger;
  /** Without user and password. */
  readonly address: string;
}

/** In milliseconds: a call or a connection that is silent for this long counts as lost. */
const TIMEOUT = 3_000;

/** Bounds of the delay between two attempts to reconnect, in milliseconds. */
const MIN_DELAY = 50;
const MAX_DELAY = 1_000;

const scripts = {
  ledger: defineScript({
    SCRIPT,
    NUMBER_OF_KEYS: 5,
    parseCommand(parser, keys: readonly string[], values: readonly string[]) {
      for (const key of keys) parser.pushKey(key);
      parser.push(...values);
    },
    transformReply: undefined as unknown as () => ScriptReply,
  }),
};

/** What the script returns: the outcome and the transaction after it. */
type ScriptReply = readonly [
  kind: string,
  sTxIdOrField: string,
  mTxId?: string | null,
  calculation?: string | null,
  sale?: string | null,
];

/**
 * Opens the ledger on a server. While the connection is lost, calls fail and the client reconnects.
 *
 * @throws LedgerError `ledger-options`, `ledger-unreachable`
 */
export async function openRedisLedger(url: string, { retain }: RedisOptions = {}): Promise<RedisLedger> {
  const address = readAddress(url);
  const place = address.shown;
  expectRetain(retain, place, 'milliseconds');
  const client = await connect(address).catch((cause: unknown) => {
    const [, reason] = meaningOf(cause);
    const advice = /NOAUTH|WRONGPASS|NOPERM/.test(reason)
      ? 'give a user and password that may run scripts'
      : 'is it running, and is the address right?';
    const problem = `expected a Redis or Valkey server, got ${reason}: ${advice}`;
    throw new LedgerError('ledger-unreachable', place, problem, { cause });
  });
  const nextStxid = createStxids();
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;

  const attempt = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isClosed) throw closedError(place);
    const response = withTimeout(call(), place);
    pending.add(response);
    try {
      return await response;
    } catch (cause) {
      if (cause instanceof LedgerError) throw cause;
      const [code, reason] = meaningOf(cause);
      // Error replies of the server contain no password.
      throw new LedgerError(code, place, `expected a response from Redis, got ${reason}`, { cause });
    } finally {
      pending.delete(response);
    }
  };
  const transact = (
    op: 'record' | 'attach' | 'find',
    merchant: string,
    by: Identifiers,
    content: unknown,
  ): Promise<ScriptReply> => {
    const identifiers = [by.sTxId, by.mTxId, op === 'record' ? nextStxid() : undefined].map(toArgument);
    const values = [op, ...identifiers, JSON.stringify(content), `${retain ?? 0}`];

    return attempt(() => client.ledger(keysOf(toOwner(merchant)), values));
  };

  return {
    address: place,
    ledger: {
      kind: 'redis',
      async record(merchant, by, calculation) {
        const { fee, asOf } = calculation;
        const stored = { request: feeFields(calculation), fee, asOf };

        return toOutcome(await transact('record', merchant, by, stored)) as Recorded;
      },
      async attach(merchant, by, { authCode }) {
        return toOutcome(await transact('attach', merchant, by, { authCode })) as Attached;
      },
      async find(merchant, by) {
        return toOutcome(await transact('find', merchant, by, null)) as Found;
      },
      clear: (isPicked = () => true) =>
        attempt(async () => {
          for await (const keys of client.scanIterator({ MATCH: ANY_MERCHANT, COUNT: 1_000 }))
            for (const owner of keys.flatMap((key) => merchantOf(key) ?? []))
              if (isPicked(fromOwner(owner))) await client.unlink([...keysOf(owner)]);
        }),
      async close() {
        if (isClosed) return;
        isClosed = true;
        await Promise.allSettled(pending);
        // Closing succeeds even if the server does not respond.
        if (client.isReady) await withTimeout(client.close(), place).catch(() => {});
        else client.destroy();
      },
    },
  };
}

/** @throws the error of the first attempt to connect */
async function connect({ url, username, password, database }: RedisAddress) {
  let isConnected = false;
  const socket = {
    ...{ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) },
    ...{ connectTimeout: TIMEOUT, socketTimeout: TIMEOUT },
    // The first attempt fails immediately.
    reconnectStrategy: (attempts: number) =>
      isConnected ? Math.min(MIN_DELAY * 2 ** attempts, MAX_DELAY) : false,
  };
  const client = createClient({
    ...{ RESP: 2, scripts, database },
    socket: url.protocol === 'rediss:' ? { ...socket, tls: true } : socket,
    // The client's timeout ignores commands that were sent already; the ledger has its own.
    commandOptions: { timeout: 0 },
    // While the connection is lost, calls fail immediately instead of being queued.
    disableOfflineQueue: true,
    // Keeps a healthy connection from reaching the socket timeout.
    pingInterval: Math.floor(TIMEOUT / 3),
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
  });
  // The calls report errors; without this listener an error would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Without a password the server says so only to a short command.
    await client.ping();
    // Fails if the user is not permitted to run scripts.
    await client.ledger(keysOf('='), ['find', '', '=', '', 'null', '0']);
    isConnected = true;

    return client;
  } catch (cause) {
    if (client.isOpen) client.destroy();
    throw cause;
  }
}

interface RedisAddress {
  readonly url: URL;
  readonly username: string;
  readonly password: string;
  readonly database: number;
  /** For messages, such as `redis://127.0.0.1:6379/0`, without user and password. */
  readonly shown: string;
}

/** @throws LedgerError `ledger-unreachable`, without the text itself, which may contain a password */
function readAddress(text: string): RedisAddress {
  try {
    const url = new URL(text);
    const database = Number(url.pathname.slice(1));
    const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    url.port ||= '6379';
    const shown = `${url.protocol}//${url.host}${database === 0 ? '' : `/${database}`}`;
    if (/^rediss?:$/.test(url.protocol) && url.hostname !== '' && Number.isInteger(database))
      return { url, username, password, database, shown };
  } catch {
    // Not a URL, or a user or password that cannot be decoded.
  }
  throw new LedgerError(
    'ledger-unreachable',
    // The part before the first colon cannot contain the password.
    /^rediss?(?=:)/.exec(text)?.[0] ?? 'the ledger in Redis',
    'expected an address such as redis://USER:PASSWORD@HOST:6379/0, got something else; in user and password write @ as %40, / as %2F, # as %23 and % as %25',
  );
}

function meaningOf(cause: unknown): readonly [code: LedgerErrorCode, reason: string] {
  if (!(cause instanceof Error)) return ['ledger-lost', String(cause)];
  const { message } = cause;
  if (/\bOOM\b/.test(message))
    return ['ledger-full', 'OOM: its memory is full, make room or raise maxmemory'];
  if (message.startsWith('WRONGTYPE')) return ['ledger-foreign', 'keys of another program under tollgate:'];
  // An AggregateError has one error for each address of the host; the first one is representative.
  const first = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;

  return ['ledger-lost', first.message || first.name];
}

/** The `=` avoids empty braces, which a cluster ignores. */
const toOwner = (merchant: string) => `=${encodeURIComponent(toExactText(merchant))}`;
const fromOwner = (owner: string) => fromExactText(decodeURIComponent(owner.slice(1)));

const toArgument = (identifier: string | undefined) =>
  identifier === undefined ? '' : `=${toExactText(identifier)}`;
const fromArgument = (argument: string) => fromExactText(argument.slice(1));

function toOutcome([kind, first, mTxId, calculation, sale]: ScriptReply): unknown {
  if (kind === 'mismatched') return { kind };
  if (kind === 'unknown') return { kind, field: first };
  const { request, fee, asOf } = JSON.parse(calculation ?? '{}');
  const transaction: Transaction = {
    sTxId: fromArgument(first),
    mTxId: mTxId == null ? undefined : fromArgument(mTxId),
    request,
    fee,
    asOf,
    sale: sale == null ? undefined : JSON.parse(sale),
  };

  return { kind, transaction };
}

async function withTimeout<T>(response: Promise<T>, place: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const problem = `expected a response from Redis, got none within ${TIMEOUT} ms`;
    timer = setTimeout(() => reject(new LedgerError('ledger-lost', place, problem)), TIMEOUT);
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
