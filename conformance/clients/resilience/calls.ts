/** The calls of a run in the order in which they were sent, and how often the client usually sends equal requests. */

import { type Call, readCall } from '../../../src/exchange/call.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import type { ClientRun } from '../run-client.ts';

export interface Sent extends Call {
  readonly exchange: Exchange;
  /** On the clock of `Exchange.endedAt`. */
  readonly answeredAt: number;
  /** Equal for requests of the same content: operation, merchant and body. */
  readonly content: string;
  /** Equal for requests of the same content, apart from identifiers, which are new in every run. */
  readonly shape: string;
}

export function sentCalls({ exchanges }: Pick<ClientRun, 'exchanges'>): readonly Sent[] {
  return exchanges
    .flatMap((exchange) => {
      const call = readCall(exchange);

      return call === undefined ? [] : [toSent(exchange, call)];
    })
    .toSorted((one, other) => one.sentAt - other.sentAt);
}

function toSent(exchange: Exchange, call: Call): Sent {
  const { merchant = '', request, endedAt } = exchange;
  const { sTxId, mTxId, authCode: _, ...others } = call.fields;
  const named = [sTxId !== undefined, mTxId !== undefined];
  const head = `${call.operation} ${merchant}`;

  return {
    ...call,
    exchange,
    answeredAt: endedAt,
    content: `${head} ${request.body ?? ''}`,
    shape: `${head} ${JSON.stringify([named, others])}`,
  };
}

/**
 * How often the baseline run sends one content, by its shape: tests that price the same cart five times do not repeat a
 * request. A shape that the baseline lacks is not judged.
 */
export function usualCounts(baseline: readonly Sent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const same of Map.groupBy(baseline, ({ content }) => content).values()) {
    const [sent] = same;
    if (sent !== undefined) counts.set(sent.shape, Math.max(counts.get(sent.shape) ?? 0, same.length));
  }

  return counts;
}

/** How many fee calls the run sends before the first one for a transaction that has a fee; undefined where there is none. */
export function callsBeforeUpdate(run: Pick<ClientRun, 'exchanges'>): number | undefined {
  const fees = sentCalls(run).filter(({ operation }) => operation === 'calculateFee');
  const at = fees.findIndex((fee, index) =>
    fees.slice(0, index).some((earlier) => earlier.outcome.kind === 'accepted' && isOfSame(earlier, fee)),
  );

  return at < 0 ? undefined : at;
}

/** Whether both calls share an identifier: one in the response to the earlier fee call, or one in both requests. */
export function isOfSame(fee: Sent, later: Sent): boolean {
  if (fee.exchange.merchant !== later.exchange.merchant) return false;
  if (later.sTxId !== undefined) return later.sTxId === fee.given;

  return later.mTxId !== undefined && later.mTxId === fee.mTxId;
}
