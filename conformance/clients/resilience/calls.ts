/** The calls of a run in the order in which they were sent, and how often the client sends the same request by itself. */
import type { Exchange } from '../../../src/traffic/exchange.ts';
import { type ClientCall, readClientCall } from '../../rule/client-call.ts';
import type { ClientRun } from '../run-client.ts';

export interface Sent extends ClientCall {
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
      const call = readClientCall(exchange);

      return call === undefined ? [] : [toSent(exchange, call)];
    })
    .toSorted((one, other) => one.sentAt - other.sentAt);
}

function toSent(exchange: Exchange, call: ClientCall): Sent {
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
 * How often the baseline run sends one content of this shape: tests that price the same cart five times are no client
 * that repeats a request. Undefined where the baseline has no such request, so that nothing can be said.
 */
export function usualCount(baseline: readonly Sent[], { shape }: Sent): number | undefined {
  const alike = baseline.filter((sent) => sent.shape === shape);
  if (alike.length === 0) return undefined;

  return Math.max(...[...Map.groupBy(alike, ({ content }) => content).values()].map((list) => list.length));
}
