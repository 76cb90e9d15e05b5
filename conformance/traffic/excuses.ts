/** Finds reasons other than a defect that may explain a violation in traffic, where no request can confirm it. */
import { FIELD_TYPES } from '../../src/contract/fields.gen.ts';
import { isMasked } from '../rule/client-rule.ts';
import type { RuleViolation } from '../rule/finding.ts';
import type { NamedCall } from '../rule/history.ts';
import type { JudgedInTraffic } from '../rule/rule.ts';
import { isSale, type ServiceCall, type TrafficCall } from '../rule/service-call.ts';

export interface ViolationSeen {
  readonly call: TrafficCall;
  readonly violation: RuleViolation;
  /** The transaction that the call names. */
  readonly named: NamedCall | undefined;
  /** Headers and query of the request that may choose a tenant or an environment. */
  readonly context: string;
}

/** In milliseconds: in this time no other process sells a transaction and uses its identifier again. */
const CLOSE = 2000;
/** In milliseconds: a sale never opens a transaction, but a service may forget one. */
const CLOSE_FOR_SALES = 600_000;

/**
 * What else may explain the violation: `explained` by the recording itself, such as a repeated request, or `possible`, such
 * as a call that was not recorded; undefined where neither is.
 *
 * @param isComplete whether no call is missing
 */
export function excuseOf(
  { compares, needs, header, byMtxid }: JudgedInTraffic,
  seen: ViolationSeen,
  isComplete: boolean,
): 'explained' | 'possible' | undefined {
  const { call, violation, named } = seen;
  const { mTxId, sTxId } = call.fields ?? {};
  const [twoFirst, twoMtxids, ofOne] = (['two-first-calls', 'two-mtxids', 'transaction'] as const).map(
    (kind) => compares === kind && !isComplete,
  );
  const isByMtxid = byMtxid === true && mTxId !== undefined;
  if (needs !== undefined && !isPlainRequest(seen)) return 'explained';
  if (header !== undefined && headerOf(call, header) === undefined) return 'explained';
  // A recorder may mask all of them alike, and anything beyond the document may tell two merchants apart.
  if ((isByMtxid || twoMtxids) && isMasked(mTxId)) return 'explained';
  if (isByMtxid && !isOneSender(seen)) return 'explained';
  if (compares !== undefined && compares !== 'price') {
    const others = [...(violation.related ?? []), ...(named?.transaction.calls ?? [])];
    if (others.some((other) => mayBeRepeat(call, other) || mayBeDuplicate(call, other))) return 'explained';
  }
  // A refusal may have a reason that only the service knows.
  if (call.outcome.kind === 'refused' && isSale(call))
    return isPlainRequest(seen) && isClose(seen) ? 'possible' : 'explained';
  // A text in place of the object may say that the call was refused.
  if (call.response.kind === 'answered' && /^\s*"/.test(call.response.text)) return 'possible';
  const [opening] = violation.related ?? [];
  const { sTxId: before, mTxId: namedBefore } = opening?.fields ?? {};
  // A wrong clock puts an update before its first call.
  if (twoFirst && (opening === undefined || isSale(opening) || before !== undefined)) return 'explained';
  // Without a token the merchant is unknown, and the mTxId may be that of another.
  if (isByMtxid && call.merchant === '') return 'possible';
  const mayHaveExpired = violation.isAccident && (compares === 'transaction' || compares === 'price');
  if ((ofOne || mayHaveExpired) && !isClose(seen)) return 'possible';
  const isNamed = namedBefore !== undefined;
  const isOfMtxid = mTxId !== undefined && sTxId === undefined;

  return (twoFirst && isNamed) || (twoMtxids && !(isOfMtxid && isNamed)) ? 'possible' : undefined;
}

/** Whether a request has documented fields alone, none of them masked, and nothing else that may carry a value. */
function isPlainRequest({ call, context }: ViolationSeen): boolean {
  const { fields, operation, original, variant } = call;
  if (fields === undefined || original.request.url?.includes('?')) return false;
  // Where a service gives numbers as sTxIds, clients return them: another rule judges that.
  if (call.hasNumericStxids && typeof fields['sTxId'] === 'number') return false;
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

function isClose({ call, named }: ViolationSeen): boolean {
  if (named === undefined) return false;
  const { opening, calls, sTxId } = named.transaction;
  const found = calls.filter(({ given }) => given === sTxId);
  const last = Math.max(opening.endedAt, ...found.map(({ endedAt }) => endedAt));
  const limit = isSale(call) && named.by === 'sTxId' ? CLOSE_FOR_SALES : CLOSE;

  return call.sentAt - last <= limit;
}

/** Headers of a single request, such as its length or id, which do not identify the sender. */
const OF_ONE_REQUEST =
  /^(?:content-length|date|traceparent|tracestate|sentry-trace|x-(?:b3|datadog|amzn)-.*|b3)$/;

/** Whether all calls of the transaction differ only in documented fields: anything else may distinguish merchants. */
function isOneSender({ call, named }: ViolationSeen): boolean {
  const calls = named === undefined ? [] : [named.transaction.opening, ...named.transaction.calls];
  const own = senderTextOf(call);

  return calls.every((one) => senderTextOf(one) === own);
}

function senderTextOf(call: ServiceCall): string {
  const { headers = {}, url = '' } = call.original?.request ?? {};
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
function mayBeRepeat({ original }: TrafficCall, other: ServiceCall): boolean {
  const before = other.original?.request.headers;
  const { headers } = original.request;

  return (
    before !== undefined &&
    Object.keys(headers).some((name) => REPEATS.test(name) && headers[name] === before[name])
  );
}

/** In milliseconds: two recorders of one exchange have nearly the same time. */
const SAME_TIME = 5000;

/** Whether both may be one exchange that was recorded twice: only the server's time distinguishes them. */
function mayBeDuplicate(call: TrafficCall, other: ServiceCall): boolean {
  if (Math.abs(call.sentAt - other.sentAt) > SAME_TIME) return false;
  const [first, second] = [headerOf(call, 'date'), headerOf(other, 'date')];
  const isTold = first !== undefined && second !== undefined && first !== second;
  if (isTold || call.response.kind === 'unanswered' || other.response.kind === 'unanswered') return false;

  return call.response.text === other.response.text && sentText(call) === sentText(other);
}

function headerOf({ response }: ServiceCall, name: string): string | undefined {
  return response.kind === 'answered' ? response.headers[name] : undefined;
}

/** Recorders write JSON in their own way. */
function sentText({ fields, body }: ServiceCall): string {
  return fields === undefined ? body : JSON.stringify(Object.entries(fields).toSorted(byName));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
