/** Recordings: calls of a run that can be sent again, on new transactions. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Conversation } from './conversation.ts';
import type { Body, Exchange, MerchantRole } from './exchange.ts';
import { isDocumented, type RequestVariant } from './request-variant.ts';

export interface RecordedCall {
  readonly operation: OperationId;
  /** The merchant of the rule unless given. */
  readonly merchant?: MerchantRole;
  /** The documented one unless given. */
  readonly variant?: Partial<RequestVariant>;
  /** `{s1}` in place of an `sTxId` stands for the one in the response to the first call of the recording. */
  readonly body: Body;
  /** Sent without waiting for the response to the call before it. */
  readonly concurrent?: true;
}

/** A case of any rule with an observer: the calls are sent, and the observer judges each response. */
export interface Recording {
  readonly calls: readonly RecordedCall[];
}

export function isRecording(value: unknown): value is Recording {
  return typeof value === 'object' && value !== null && 'calls' in value && Array.isArray(value.calls);
}

/** The most calls on one transaction that are kept: more would cost requests and explain little. */
const MAX_CALLS = 8;

/**
 * Records an exchange, with those before it that concern the same transactions.
 *
 * @param exchanges those of one execution, in the order in which they were sent
 * @param related exchanges that always belong to it, of this execution or another
 */
export function record(
  exchanges: readonly Exchange[],
  last: Exchange,
  related: readonly Exchange[] = [],
): Recording {
  const before = exchanges.slice(0, exchanges.indexOf(last));
  const concerned = concernedIn(before, last, new Set(related));
  const [first, ...others] = concerned;
  const kept = first === undefined ? [] : [first, ...others.slice(1 - MAX_CALLS)];
  const elsewhere = related.filter((one) => !exchanges.includes(one));
  const all = [...elsewhere.map(renumber), ...kept].toSorted((one, other) => one.sentAt - other.sentAt);
  all.push(last);
  const answered = all.map(({ given }) => given);

  return { calls: all.map((exchange, index) => toCall(exchange, answered.slice(0, index), index > 0)) };
}

/** Earlier exchanges that name one of the transactions that the last one names, by any identifier. */
function concernedIn(
  before: readonly Exchange[],
  last: Exchange,
  related: ReadonlySet<Exchange>,
): readonly Exchange[] {
  const names = new Set<unknown>([last, ...related].flatMap(namesIn));
  const concerned = new Set<Exchange>(before.filter((one) => related.has(one)));
  for (let size = -1; size < concerned.size; ) {
    size = concerned.size;
    for (const exchange of before) {
      const isConcerned = namesIn(exchange).some((name) => names.has(name));
      if (!isConcerned || concerned.has(exchange)) continue;
      concerned.add(exchange);
      for (const name of namesIn(exchange)) names.add(name);
    }
  }

  return before.filter((one) => concerned.has(one));
}

/** The identifiers in the request and the response of an exchange. */
function namesIn(exchange: Exchange): readonly unknown[] {
  const { fields } = exchange;
  const sTxId = fields?.['sTxId'];
  const mTxId = fields?.['mTxId'];
  const answered = exchange.operation === 'calculateFee' ? exchange.given : undefined;

  return [
    ...(typeof sTxId === 'string' || typeof sTxId === 'number' ? [`s ${sTxId}`] : []),
    ...(typeof mTxId === 'string' ? [`m ${mTxId}`] : []),
    ...(answered === undefined ? [] : [`s ${answered}`]),
  ];
}

function toCall(
  exchange: Exchange,
  answered: readonly (string | undefined)[],
  isLater: boolean,
): RecordedCall {
  const { operation, role, variant, sent, concurrent } = exchange;
  const given = 'sTxId' in sent ? answered.indexOf(String(sent['sTxId'])) : -1;

  return {
    operation,
    ...(role === 'one' ? {} : { merchant: role }),
    ...(isDocumented(variant) ? {} : { variant }),
    body: given === -1 ? sent : { ...sent, sTxId: `{s${given + 1}}` },
    ...(concurrent && isLater ? { concurrent } : {}),
  };
}

/** Placeholders of another execution stand for other identifiers, so they get their own numbers. */
function renumber(exchange: Exchange): Exchange {
  const { sent } = exchange;
  if (!('mTxId' in sent) || typeof sent['mTxId'] !== 'string') return exchange;
  const mTxId = sent['mTxId'].replaceAll(
    /\{([mn])(\d+)\}/g,
    (_, form, number) => `{${form}${900 + Number(number)}}`,
  );

  return { ...exchange, sent: { ...sent, mTxId } };
}

/** Sends recorded calls in sequence, and concurrent ones at the same time. */
export async function replayCalls({ calls }: Recording, { fee, sale }: Conversation): Promise<void> {
  let together: Promise<Exchange>[] = [];
  for (const { operation, merchant = 'one', variant, body, concurrent } of calls) {
    if (!concurrent) await Promise.all(together);
    if (!concurrent) together = [];
    const options = { merchant, ...variant };
    together = [...together, operation === 'calculateFee' ? fee(body, options) : sale(body, options)];
  }
  await Promise.all(together);
}
