/** A call of traffic as observations look at it: with the transaction that it names, since its sender has no purpose. */
import { REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import { isFeeCall, isSale, type TrafficCall } from '../rule/exchange.ts';
import type { History, NamedCall } from '../rule/history.ts';
import { type HttpResponse, isSuccessful } from '../rule/http-result.ts';

export interface CallInTraffic {
  readonly exchange: TrafficCall;
  readonly fields: JsonObject;
  readonly history: History;
  readonly named: NamedCall | undefined;
  /** Absent unless it is a fee call or a sale as the document describes it. */
  readonly kind: 'fee' | 'sale' | undefined;
  readonly isAccepted: boolean;
  /** The response that refuses the content, with any status but those of tokens, limits, gateways and failures. */
  readonly refusal: HttpResponse | undefined;
  /** Whether an observation may do what takes as long as all others, such as to decode a token. */
  readonly isSampled: boolean;
}

/** Call it before the exchange is added to the history. @returns undefined where it has no fields, or is no POST */
export function inTraffic(
  exchange: TrafficCall,
  history: History,
  isSampled: boolean,
): CallInTraffic | undefined {
  const { fields, outcome, response, variant } = exchange;
  if (fields === undefined || variant.method !== 'POST') return undefined;
  const isRefusal = outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500;

  return {
    ...{ exchange, fields, history, named: history.named(exchange), isSampled },
    kind: isFeeCall(exchange) ? 'fee' : isSale(exchange) ? 'sale' : undefined,
    isAccepted: outcome.kind === 'accepted',
    refusal: isRefusal ? response : undefined,
  };
}

export function hasWrongNicn({ nicn }: JsonObject): boolean {
  return typeof nicn === 'string' && /^(?:[0-9]{0,5}|[0-9]{9,})$/.test(nicn);
}

/** Without that of a refusal with a 2xx status. */
export function refusalStatus({ refusal }: CallInTraffic): readonly string[] | undefined {
  return refusal === undefined || isSuccessful(refusal) ? undefined : [String(refusal.status)];
}

export function isUnknownStxid({ fields: { sTxId }, history }: CallInTraffic): boolean {
  return typeof sTxId === 'string' && history.bySTxId(sTxId) === undefined;
}

export function isUpdate({ kind, named }: CallInTraffic): boolean {
  return kind === 'fee' && named !== undefined && !named.transaction.isSold;
}

export function hasRequired(fields: JsonObject): boolean {
  return REQUIRED_FIELDS.every((name) => fields[name] !== undefined);
}

/** This option where it was accepted, `refuse` where its content was refused. */
export function takenAs(
  option: string,
  { isAccepted, refusal }: CallInTraffic,
): readonly string[] | undefined {
  return isAccepted ? [option] : refusal && ['refuse'];
}

/** Whether an update can be refused only for the fields that it leaves out. */
export function hasOnlyLeftOut({ fields, named }: CallInTraffic): boolean {
  const first = named?.transaction.opening.fields ?? {};
  const isFree = (name: string) => name === 'sTxId' || name === 'mTxId' || name === 'amount';

  return Object.keys(fields).every(
    (name) => isFree(name) || JSON.stringify(fields[name]) === JSON.stringify(first[name]),
  );
}
