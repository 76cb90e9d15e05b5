/** What a soak asks: opens transactions, finds those that must be there, and does not find those that cannot be. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { type Answered, isFee } from '../fee-call.ts';
import type { Connection } from './caller.ts';
import type { Kept, KeptTransactions } from './kept.ts';

/** What was asked and came out as it must. */
export interface Tally {
  opened: number;
  updated: number;
  sold: number;
  refused: number;
}

export interface Traffic {
  readonly tally: Readonly<Tally>;
  /** How long each call took since the last reset, in microseconds. */
  readonly microseconds: RecordableHistogram;
  /** One call. @throws where the answer is not what it must be */
  readonly step: (connection: Connection, number: number) => Promise<void>;
  /** Asks once more for one that must be there. @throws where it is not */
  readonly sell: (connection: Connection, transaction: Kept) => Promise<void>;
  /** Asks for one that cannot be there. @throws where it is */
  readonly miss: (connection: Connection, transaction: Kept) => Promise<void>;
}

const STEPS = ['open', 'open', 'update', 'sell', 'miss'] as const;

const FEES = '/v1/ch';
const SALES = '/v1/ch/sale';

export function createTraffic(kept: KeptTransactions, random: () => number): Traffic {
  const tally: Tally = { opened: 0, updated: 0, sold: 0, refused: 0 };
  const microseconds = createHistogram();
  const ask = async (connection: Connection, path: string, body: unknown) => {
    const from = performance.now();
    const answered = await connection.ask(path, body);
    microseconds.record(Math.max(1, Math.round((performance.now() - from) * 1000)));

    return answered;
  };

  const open = async (connection: Connection) => {
    const sent = kept.send();
    const mTxId = `order-${sent}`;
    const answered = await ask(connection, FEES, { ...sale(random()), mTxId });
    kept.opened({ sTxId: stxidOf(answered, 'a first fee call'), mTxId }, sent);
    tally.opened++;
  };
  const update = async (connection: Connection, { sTxId, mTxId }: Kept) => {
    const sent = kept.send();
    const answered = await ask(connection, FEES, { ...sale(random()), sTxId, mTxId });
    expectSame(stxidOf(answered, 'an update of a transaction that is retained'), sTxId);
    kept.touched({ sTxId, mTxId }, sent);
    tally.updated++;
  };
  const sell = async (connection: Connection, { sTxId, mTxId }: Kept) => {
    const sent = kept.send();
    const answered = await ask(connection, SALES, { sTxId, mTxId });
    expectSame(stxidOf(answered, 'the sale of a transaction that is retained'), sTxId);
    kept.touched({ sTxId, mTxId }, sent);
    tally.sold++;
  };
  const miss = async (connection: Connection, { sTxId, mTxId }: Kept) => {
    const { status, text } = await ask(connection, SALES, { sTxId, mTxId });
    if (status < 400 || status >= 500)
      throw new Error(`a sale of one no longer retained: expected a refusal, got ${status}: ${text}`);
    tally.refused++;
  };

  return {
    tally,
    microseconds,
    sell,
    miss,
    async step(connection, number) {
      const what = STEPS[number % STEPS.length] ?? 'open';
      const transaction = what === 'miss' ? kept.pickOutside(random()) : kept.pickInside(random());
      if (what === 'open' || transaction === undefined) return open(connection);

      await { update, sell, miss }[what](connection, transaction);
    },
  };
}

function sale(random: number) {
  return { amount: Math.round(random * 100_000) / 100, nicn: '424242', region: '85004' };
}

function stxidOf({ status, text }: Answered, what: string): string {
  if (status === 200 && (isFee(text) || 'sTxId' in JSON.parse(text))) return JSON.parse(text).sTxId;
  throw new Error(`${what}: expected an answer with an sTxId, got ${status}: ${text.slice(0, 300)}`);
}

function expectSame(got: string, sTxId: string): void {
  if (got === sTxId) return;
  throw new Error(`expected the transaction ${sTxId}, got ${got}`);
}
