/** Connects to a Redis server or cluster and runs the script. The only file that imports @redis/client. */
import { createClient, createCluster, defineScript } from '@redis/client';
import { LedgerError, type LedgerErrorCode } from './ledger-error.ts';
import { ANY_MERCHANT, keysOf, merchantOf, SCRIPT } from './redis-script.ts';

/** What the script returns: the outcome and the transaction after it. */
export type ScriptReply = readonly [
  kind: string,
  sTxIdOrField: string,
  mTxId?: string | null,
  calculation?: string | null,
  sale?: string | null,
];

export interface Redis {
  readonly run: (keys: readonly string[], values: readonly string[]) => Promise<ScriptReply>;
  /** Deletes the merchants that `isPicked` selects by the name in their keys. */
  readonly clear: (isPicked: (merchant: string) => boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

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

export interface RedisAddress {
  readonly url: URL;
  readonly username: string;
  readonly password: string;
  readonly database: number;
  /** For messages, such as `redis://127.0.0.1:6379/0`, without user and password. */
  readonly shown: string;
}

/** @throws LedgerError `ledger-unreachable`, without the text itself, which may contain a password */
export function readAddress(text: string): RedisAddress {
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

/**
 * @param timeout in milliseconds: a connection that is silent for this long counts as lost
 * @throws the error of the first attempt to connect
 */
export async function connectRedis(address: RedisAddress, timeout: number): Promise<Redis> {
  const { url, username, password, database, shown } = address;
  let isConnected = false;
  // The first attempt fails immediately.
  const reconnectStrategy = (attempts: number) =>
    isConnected ? Math.min(MIN_DELAY * 2 ** attempts, MAX_DELAY) : false;
  const common = { connectTimeout: timeout, socketTimeout: timeout, reconnectStrategy };
  const socket = url.protocol === 'rediss:' ? { ...common, tls: true as const } : common;
  const root = { ...socket, host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
  const options = {
    // While the connection is lost, calls fail immediately instead of being queued.
    disableOfflineQueue: true,
    // Keeps a healthy connection from reaching the socket timeout.
    pingInterval: Math.floor(timeout / 3),
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
  };
  // The client's timeout ignores commands that were sent already; the ledger has its own.
  const both = { RESP: 2, scripts, commandOptions: { timeout: 0 } } as const;
  const client = createClient({ ...options, ...both, socket: root, database });
  const cluster = createCluster({
    ...both,
    rootNodes: [{ socket: root }],
    defaults: { ...options, socket },
  });
  // The calls report errors; without these listeners an error would end the process.
  client.on('error', () => {});
  cluster.on('error', () => {});

  let connection: Redis | undefined;
  try {
    await client.connect();
    if (/^cluster_enabled:1/m.test(await client.info('cluster'))) {
      const problem = 'expected database 0, the only one of a cluster';
      if (database !== 0) throw new LedgerError('ledger-unreachable', shown, problem);
      client.destroy();
      await cluster.connect();
      const nodes = () => Promise.all(cluster.masters.map((master) => cluster.nodeClient(master)));
      connection = connectionTo(cluster, nodes);
    } else connection = connectionTo(client, async () => [client]);
    // Fails if the user is not permitted to run scripts.
    await connection.run(keysOf('='), ['find', '', '=', '', 'null', '0']);
    isConnected = true;

    return connection;
  } catch (cause) {
    for (const opened of [client, cluster]) if (opened.isOpen) opened.destroy();
    throw cause;
  }
}

/** What the ledger needs of a client, which one of a server and one of a cluster have alike. */
interface LedgerClient {
  readonly isReady?: boolean;
  readonly ledger: Redis['run'];
  readonly unlink: (keys: string[]) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
  readonly destroy: () => unknown;
}

interface Node {
  readonly scanIterator: (options: { MATCH: string; COUNT: number }) => AsyncIterable<readonly string[]>;
}

function connectionTo(client: LedgerClient, nodes: () => Promise<readonly Node[]>): Redis {
  return {
    run: (keys, values) => client.ledger(keys, values),
    async clear(isPicked) {
      for (const node of await nodes())
        for await (const keys of node.scanIterator({ MATCH: ANY_MERCHANT, COUNT: 1_000 }))
          for (const key of keys) {
            const merchant = merchantOf(key);
            if (merchant !== undefined && isPicked(merchant)) await client.unlink([...keysOf(merchant)]);
          }
    },
    async close() {
      if (client.isReady === false) client.destroy();
      else await client.close();
    },
  };
}

/** For calls after the connection was made. Error replies of the server contain no password. */
export function toLostError(cause: unknown, place: string): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const [code, reason] = meaningOf(cause);

  return new LedgerError(code, place, `expected a response from Redis, got ${reason}`, { cause });
}

/** For the first connection. */
export function toUnreachableError(cause: unknown, place: string): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const [, reason] = meaningOf(cause);
  const advice = /NOAUTH|WRONGPASS|NOPERM/.test(reason)
    ? 'give a user and password that may run scripts'
    : 'is it running, and is the address right?';
  const problem = `expected a Redis or Valkey server, got ${reason}: ${advice}`;

  return new LedgerError('ledger-unreachable', place, problem, { cause });
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
