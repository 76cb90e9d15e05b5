/** Finds reasons other than a defect that may explain a violation in traffic, where no request can confirm it. */
import { FIELD_TYPES, isMasked } from '../rule/client-fields.ts';
import { answeredStxid, type Exchange, isSale } from '../rule/exchange.ts';
import type { Violation } from '../rule/finding.ts';
import type { Named } from '../rule/history.ts';
import type { Judged } from './decisions.ts';
import type { ParsedExchange, ServiceExchange } from './read-exchange.ts';

export interface ViolationSeen {
  readonly exchange: ServiceExchange;
  readonly violation: Violation;
  /** The transaction that the call names. */
  readonly named: Named | undefined;
  /** Headers and query of the request that may choose a tenant or an environment. */
  readonly context: string;
}

/** In milliseconds: in this time no other process sells a transaction and uses its identifier again. */
const CLOSE = 2000;
/** In milliseconds: a sale never opens a transaction, but a service may forget one. */
const CLOSE_FOR_SALES = 600_000;

/** Whether a reason other than a defect may explain the violation. */
export function isExcused(decision: Judged, seen: ViolationSeen): boolean {
  const { exchange, violation } = seen;
  if (decision.needs !== undefined && !isPlainRequest(seen)) return true;
  if (decision.header !== undefined && headerOf(exchange, decision.header) === undefined) return true;
  if (decision.close && !isClose(seen)) return true;
  // Without a token the merchant is unknown, and the mTxId may be that of another. A recorder may mask all of them alike.
  const mTxId = exchange.fields?.['mTxId'];
  if (decision.byMtxid && mTxId !== undefined) {
    if (exchange.sender === '' || isMasked(mTxId) || !isOneSender(seen)) return true;
  }
  if (decision.twoFirst && !isFirst(violation.related?.[0])) return true;
  if (!decision.unrepeated) return false;
  const others = [...(violation.related ?? []), ...(seen.named?.transaction.calls ?? [])];

  return others.some((other) => mayBeRepeat(exchange, other) || mayBeDuplicate(exchange, other));
}

/** Whether a request has documented fields alone, none of them masked, and nothing else that may carry a value. */
function isPlainRequest({ exchange, context }: ViolationSeen): boolean {
  const { fields, operation, original, variant } = exchange;
  if (fields === undefined || original.request.url?.includes('?')) return false;
  // Where a service gives numbers as sTxIds, clients return them: another rule judges that.
  if (exchange.hasNumericStxids && typeof fields['sTxId'] === 'number') return false;
  // A service may identify a client by something other than a token.
  const hasOther = context !== '' || original.request.headers.cookie !== undefined;
  if (variant.credential === 'none' && hasOther) return false;

  return Object.entries(fields).every(
    ([name, value]) =>
      Object.hasOwn(FIELD_TYPES[operation], name) &&
      !isMasked(value) &&
      !(name === 'nicn' && MASKED_DIGITS.test(String(value))) &&
      value !== '',
  );
}

/** Such as 4242XX. */
const MASKED_DIGITS = /[x#?_]{2}/i;

function isClose({ exchange, named }: ViolationSeen): boolean {
  if (named === undefined) return false;
  const { opening, calls, sTxId } = named.transaction;
  const found = calls.filter((call) => answeredStxid(call) === sTxId);
  const last = Math.max(opening.endedAt, ...found.map(({ endedAt }) => endedAt));
  const limit = isSale(exchange) && named.by === 'sTxId' ? CLOSE_FOR_SALES : CLOSE;

  return exchange.startedAt - last <= limit;
}

/** Whether a call can only have opened a transaction: any other may have come after the one that did. */
function isFirst(call: Exchange | undefined): boolean {
  if (call === undefined || isSale(call)) return false;

  return call.fields?.['sTxId'] === undefined && call.fields?.['mTxId'] === undefined;
}

/** Headers of a single request, such as its length or id, which do not identify the sender. */
const OF_ONE_REQUEST =
  /^(?:content-length|date|traceparent|tracestate|sentry-trace|x-(?:b3|datadog|amzn)-.*|b3)$/;

/** Whether all calls of the transaction differ only in documented fields: anything else may distinguish merchants. */
function isOneSender({ exchange, named }: ViolationSeen): boolean {
  const calls = named === undefined ? [] : [named.transaction.opening, ...named.transaction.calls];
  const own = senderTextOf(exchange);

  return calls.every((call) => senderTextOf(call) === own);
}

function senderTextOf(call: Exchange): string {
  const { headers = {}, url = '' } = originalOf(call)?.request ?? {};
  const isSender = (name: string) => !OF_ONE_REQUEST.test(name) && !REPEATS.test(name);
  const others = Object.entries(call.fields ?? {}).filter(
    ([name]) => !Object.hasOwn(FIELD_TYPES[call.operation], name),
  );
  const sent = Object.entries(headers).filter(([name]) => isSender(name));

  return JSON.stringify([url.split('?')[1], sent.toSorted(byName), others.toSorted(byName)]);
}

/** Headers that mark a request which is sent again. */
const REPEATS = /idempot|request-?id|correlation|transaction-?id|nonce|dedup/;

/** Whether a header marks both requests as one, so that the second is answered as the first. */
function mayBeRepeat({ original }: ServiceExchange, other: Exchange): boolean {
  const before = originalOf(other)?.request.headers;
  const { headers } = original.request;

  return (
    before !== undefined &&
    Object.keys(headers).some((name) => REPEATS.test(name) && headers[name] === before[name])
  );
}

/** Whether both may be one exchange that was recorded twice: only the server's time distinguishes them. */
function mayBeDuplicate(exchange: ServiceExchange, other: Exchange): boolean {
  const [first, second] = [headerOf(exchange, 'date'), headerOf(other, 'date')];
  const isTold = first !== undefined && second !== undefined && first !== second;
  if (isTold || exchange.response.kind === 'unanswered' || other.response.kind === 'unanswered') return false;

  return exchange.response.text === other.response.text && sentText(exchange) === sentText(other);
}

function headerOf({ response }: Exchange, name: string): string | undefined {
  return response.kind === 'answered' ? response.headers[name] : undefined;
}

/** Recorders write JSON in their own way. */
function sentText({ fields, body }: Exchange): string {
  return fields === undefined ? body : JSON.stringify(Object.entries(fields).toSorted(byName));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

export function originalOf(exchange: Exchange): ParsedExchange | undefined {
  return 'original' in exchange ? (exchange as ServiceExchange).original : undefined;
}
