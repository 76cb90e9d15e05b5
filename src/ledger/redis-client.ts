/** Connects to a Redis server or cluster and runs the script. The only file that imports @redis/client. */
import { createClient, createCluster, defineScript } from '@redis/client';
import { LedgerError } from './ledger-error.ts';
import type { RedisAddress } from './redis-address.ts';
import { ANY_MERCHANT, keysOf, merchantOf, SCRIPT } from './redis-script.ts';

/** What the script returns: the outcome and the transaction after it. */
export type Reply = readonly [
  kind: string,
  sTxIdOrField: string,
  mTxId?: string | null,
  calculation?: string | null,
  sale?: string | null,
];

export interface Redis {
  readonly run: (keys: readonly string[], values: readonly string[]) => Promise<Reply>;
  /** Deletes all merchants, or those that `isPicked` selects by the name in their keys. */
  readonly clear: (isPicked?: IsPicked) => Promise<void>;
  readonly close: () => Promise<void>;
}

type IsPicked = (merchant: string) => boolean;

/** Bounds of the delay between two attempts to reconnect, in milliseconds. */
const MIN_DELAY = 50;
const MAX_DELAY = 1_000;

const ledgerScript = defineScript({
  SCRIPT,
  NUMBER_OF_KEYS: 5,
  parseCommand(parser, keys: readonly string[], values: readonly string[]) {
    for (const key of keys) parser.pushKey(key);
    parser.push(...values);
  },
  transformReply: undefined as unknown as () => Reply,
});

type Options = ReturnType<typeof toOptions>;

/**
 * @param timeout in milliseconds: a connection that is silent for this long counts as lost
 * @throws the error of the first attempt to connect
 */
export async function connectRedis(address: RedisAddress, timeout: number): Promise<Redis> {
  const state = { isConnected: false };
  const options = toOptions(address, timeout, (attempts) =>
    // The first attempt fails immediately.
    state.isConnected ? Math.min(MIN_DELAY * 2 ** attempts, MAX_DELAY) : false,
  );
  const client = createServerClient(options, address.database);
  const server = serverConnection(client);
  await client.connect();
  try {
    if (!/^cluster_enabled:1/m.test(await client.info('cluster'))) {
      await checkPermission(server);
      state.isConnected = true;
      return server;
    }
    if (address.database !== 0) {
      const problem = 'expected database 0, the only one of a cluster';
      throw new LedgerError('ledger-unreachable', address.shown, problem);
    }
  } catch (cause) {
    client.destroy();
    throw cause;
  }
  client.destroy();
  const cluster = createClusterClient(options);
  await cluster.connect();
  try {
    await checkPermission(clusterConnection(cluster));
  } catch (cause) {
    cluster.destroy();
    throw cause;
  }
  state.isConnected = true;

  return clusterConnection(cluster);
}

/** Fails if the user is not permitted to run scripts. */
async function checkPermission({ run }: Redis): Promise<void> {
  await run(keysOf('='), ['find', '', '=', '', 'null', '0']);
}

function toOptions(
  { host, port, tls, username, password }: RedisAddress,
  timeout: number,
  reconnectStrategy: (attempts: number) => number | false,
) {
  const socket = { connectTimeout: timeout, socketTimeout: timeout, reconnectStrategy };

  return {
    root: { host, port },
    socket: tls ? { ...socket, tls: true as const } : socket,
    // While the connection is lost, calls fail immediately instead of being queued.
    disableOfflineQueue: true,
    // Keeps a healthy connection from reaching the socket timeout.
    pingInterval: Math.floor(timeout / 3),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

function createServerClient({ root, socket, ...options }: Options, database: number) {
  const client = createClient({
    ...options,
    socket: { ...socket, ...root },
    database,
    RESP: 2,
    scripts: { ledger: ledgerScript },
    // The client's timeout ignores commands that were sent already; the ledger has its own.
    commandOptions: { timeout: 0 },
  });
  // The calls report errors; without this listener an error would end the process.
  client.on('error', () => {});

  return client;
}

function createClusterClient({ root, socket, ...options }: Options) {
  const cluster = createCluster({
    rootNodes: [{ socket: { ...socket, ...root } }],
    defaults: { ...options, socket },
    RESP: 2,
    scripts: { ledger: ledgerScript },
    commandOptions: { timeout: 0 },
  });
  cluster.on('error', () => {});

  return cluster;
}

function serverConnection(client: ReturnType<typeof createServerClient>): Redis {
  return {
    run: (keys, values) => client.ledger(keys, values),
    async clear(isPicked) {
      for await (const keys of client.scanIterator({ MATCH: ANY_MERCHANT, COUNT: 1_000 })) {
        for (const group of keyGroupsOf(keys, isPicked)) await client.unlink(group);
      }
    },
    async close() {
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}

function clusterConnection(cluster: ReturnType<typeof createClusterClient>): Redis {
  return {
    run: (keys, values) => cluster.ledger(keys, values),
    async clear(isPicked) {
      for (const master of cluster.masters) {
        const node = await cluster.nodeClient(master);
        for await (const keys of node.scanIterator({ MATCH: ANY_MERCHANT, COUNT: 1_000 })) {
          for (const group of keyGroupsOf(keys, isPicked)) await cluster.unlink(group);
        }
      }
    },
    async close() {
      await cluster.close();
    },
  };
}

/** All keys of each merchant, to delete them together. */
function keyGroupsOf(keys: readonly string[], isPicked: IsPicked = () => true): string[][] {
  return keys.flatMap((key) => {
    const merchant = merchantOf(key);

    return merchant === undefined || !isPicked(merchant) ? [] : [[...keysOf(merchant)]];
  });
}
