/** Finds the exchange after which a client behaved differently than in a run that passed. */

import type { Call } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ClientRun } from './run-client.ts';

export interface Divergence {
  /** The response after which the client behaved differently, and its next request, if any. */
  readonly exchanges: readonly Exchange[];
  /** In words, such as `after request 2 it sent no further request, in place of a sale with sTxId`. */
  readonly what: string;
}

/**
 * Compares requests by operation and fields; numbers in identifiers differ from run to run.
 *
 * @returns undefined where it cannot be said, because the requests of two runs that passed differ too
 */
export function findDivergence(failed: ClientRun, passed: readonly ClientRun[]): Divergence | undefined {
  const [first, ...others] = passed.map(({ calls }) => calls);
  const { calls: sent } = failed;
  if (first === undefined || sent.length === 0) return undefined;
  const areAlike = (one: Call | undefined, other: Call | undefined) => shapeOf(one) === shapeOf(other);
  const isRepeatable = others.every(
    (other) => other.length === first.length && other.every((one, at) => areAlike(one, first[at])),
  );
  if (!isRepeatable) return undefined;
  const length = Math.max(sent.length, first.length);
  for (let at = 0; at < length; at += 1) {
    const [expected, got] = [first[at], sent[at]];
    if (areAlike(expected, got)) continue;
    const before = sent[at - 1];

    return {
      exchanges: [before, got].flatMap((one) => (one === undefined ? [] : [one.exchange])),
      what: `${at === 0 ? 'first' : `after request ${at}`} it sent ${describe(got)}, in place of ${describe(expected)}`,
    };
  }
  const shaped = sent.find(({ exchange }) => isShaped(exchange)) ?? sent[0];

  return {
    exchanges: shaped === undefined ? [] : [shaped.exchange],
    what: `it sent the same ${sent.length === 1 ? 'request' : `${sent.length} requests`}`,
  };
}

/** Identifiers are new in every run. */
function shapeOf(call: Call | undefined): string | undefined {
  if (call === undefined) return undefined;
  const { operation, fields } = call;
  const { sTxId, mTxId, ...others } = fields;
  const kept = Object.keys(others)
    .toSorted()
    .map((name) => [name, others[name]]);
  const text = JSON.stringify(kept).replaceAll(/"[^"]*\d[^"]*"/g, '"#"');

  return `${operation} ${sTxId === undefined ? '' : 'sTxId'} ${mTxId === undefined ? '' : 'mTxId'} ${text}`;
}

function describe(sent: Call | undefined): string {
  if (sent === undefined) return 'no further request';
  const names = Object.keys(sent.fields);

  return `${sent.operation === 'calculateFee' ? 'a fee call' : 'a sale'} with ${names.join(', ') || 'no field'}`;
}

/** The first call that the choice or fault has shaped, or else the last call of the run. */
export function shapedIn({ calls }: ClientRun): readonly Exchange[] {
  const one = calls.find(({ exchange }) => isShaped(exchange)) ?? calls.at(-1);

  return one === undefined ? [] : [one.exchange];
}

/** Whether the mock says that a choice or a fault shaped the response. */
function isShaped({ response: { headers } }: Exchange): boolean {
  return headers['tollgate-choices'] !== undefined || headers['tollgate-fault'] !== undefined;
}
