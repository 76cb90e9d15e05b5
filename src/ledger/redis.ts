/** A ledger in Redis or Valkey: all mocks that share it act as one service. */
import { createStxids, expectRetain, feeFields, fromExactText, toExactText } from './accounts.ts';
import type { Attached, Found, Identifiers, Ledger, Recorded, Transaction } from './ledger.ts';
import { closedError, LedgerError } from './ledger-error.ts';
import {
  connectRedis,
  readAddress,
  type ScriptReply,
  toLostError,
  toUnreachableError,
} from './redis-client.ts';
import { keysOf } from './redis-script.ts';

export interface RedisOptions {
  /** How long a transaction is kept after its last change, in milliseconds; unlimited by default. */
  readonly retain?: number | undefined;
}

export interface RedisLedger {
  readonly ledger: Ledger;
  /** Without user and password. */
  readonly address: string;
}

/** Timeout of a call in milliseconds: a lost connection can stay silent. */
const TIMEOUT = 3_000;

/**
 * Opens the ledger on a server, or on the cluster of that server. While the connection is lost, calls fail and the
 * client reconnects.
 *
 * @throws LedgerError `ledger-options`, `ledger-unreachable`
 */
export async function openRedisLedger(url: string, { retain }: RedisOptions = {}): Promise<RedisLedger> {
  const address = readAddress(url);
  const place = address.shown;
  expectRetain(retain, place, 'milliseconds');
  const redis = await connectRedis(address, TIMEOUT).catch((cause: unknown) => {
    throw toUnreachableError(cause, place);
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
      throw toLostError(cause, place);
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

    return attempt(() =>
      redis.run(keysOf(toOwner(merchant)), [op, ...identifiers, JSON.stringify(content), `${retain ?? 0}`]),
    );
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
      clear: (isPicked = () => true) => attempt(() => redis.clear((owner) => isPicked(fromOwner(owner)))),
      async close() {
        if (isClosed) return;
        isClosed = true;
        await Promise.allSettled(pending);
        // Closing succeeds even if the server does not respond.
        await withTimeout(redis.close(), place).catch(() => {});
      },
    },
  };
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
