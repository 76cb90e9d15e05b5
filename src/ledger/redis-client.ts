/** The only file that knows @redis/client: connects to a server or a cluster, runs the script, and clears. */
import { createClient, createCluster, defineScript } from '@redis/client';
import { LedgerError } from './ledger-error.ts';
import type { RedisAddress } from './redis-address.ts';
import { ANY_MERCHANT, keysOf, merchantOf, SCRIPT } from './redis-script.ts';

/** What the script answers: what came of it, and the transaction as it then stands. */
export type Reply = readonly [
  kind: string,
  sTxIdOrField: string,
  mTxId?: string | null,
  calculation?: string | null,
  sale?: string | null,
];

export interface Redis {
  readonly run: (keys: readonly string[], values: readonly string[]) => Promise<Reply>;
  /** Forgets every merchant, or those that are picked by the name that `keysOf` was told. */
  readonly clear: (isPicked?: IsPicked) => Promise<void>;
  readonly end: () => Promise<void>;
}

type IsPicked = (merchant: string) => boolean;

/** Between two tries to connect again, in milliseconds. */
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

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
 * @param patience in milliseconds: a connection on which nothing came for so long is taken for lost
 * @throws whatever kept the first connection from being made
 */
export async function connectRedis(address: RedisAddress, patience: number): Promise<Redis> {
  const state = { isConnected: false };
  const options = toOptions(address, patience, (tries) =>
    // The first time, nobody has to wait to be told that it does not work.
    state.isConnected ? Math.min(SHORTEST_PAUSE * 2 ** tries, LONGEST_PAUSE) : false,
  );
  const client = createServerClient(options, address.database);
  const server = ofServer(client);
  await client.connect();
  try {
    if (!/^cluster_enabled:1/m.test(await client.info('cluster'))) {
      await tryOut(server);
      state.isConnected = true;
      return server;
    }
    if (address.database !== 0) {
      const problem = 'expected database 0 of a cluster, which has no other';
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
    await tryOut(ofCluster(cluster));
  } catch (cause) {
    cluster.destroy();
    throw cause;
  }
  state.isConnected = true;

  return ofCluster(cluster);
}

/** Whoever may not run scripts is told so at the start. */
async function tryOut({ run }: Redis): Promise<void> {
  await run(keysOf('='), ['find', '', '=', '', 'null', '0']);
}

function toOptions(
  { host, port, tls, username, password }: RedisAddress,
  patience: number,
  reconnectStrategy: (tries: number) => number | false,
) {
  const socket = { connectTimeout: patience, socketTimeout: patience, reconnectStrategy };

  return {
    root: { host, port },
    socket: tls ? { ...socket, tls: true as const } : socket,
    // What is asked while the connection is lost fails at once, and is not kept for later.
    disableOfflineQueue: true,
    // So that a healthy connection is never silent for as long as a lost one.
    pingInterval: Math.floor(patience / 3),
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
    // Its own limit does not hold for what is sent already; the ledger has one that does.
    commandOptions: { timeout: 0 },
  });
  // Whoever asks is told; without a listener it would end the process.
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

function ofServer(client: ReturnType<typeof createServerClient>): Redis {
  return {
    run: (keys, values) => client.ledger(keys, values),
    async clear(isPicked) {
      for await (const keys of client.scanIterator({ MATCH: ANY_MERCHANT, COUNT: 1_000 })) {
        for (const family of familiesOf(keys, isPicked)) await client.unlink(family);
      }
    },
    async end() {
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}

function ofCluster(cluster: ReturnType<typeof createClusterClient>): Redis {
  return {
    run: (keys, values) => cluster.ledger(keys, values),
    async clear(isPicked) {
      for (const master of cluster.masters) {
        const node = await cluster.nodeClient(master);
        for await (const keys of node.scanIterator({ MATCH: ANY_MERCHANT, COUNT: 1_000 })) {
          for (const family of familiesOf(keys, isPicked)) await cluster.unlink(family);
        }
      }
    },
    async end() {
      await cluster.close();
    },
  };
}

/** All keys of each merchant, so that they go together. */
function familiesOf(keys: readonly string[], isPicked: IsPicked = () => true): string[][] {
  return keys.flatMap((key) => {
    const merchant = merchantOf(key);

    return merchant === undefined || !isPicked(merchant) ? [] : [[...keysOf(merchant)]];
  });
}
