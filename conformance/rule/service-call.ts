/** A call as the rules on services judge it: of a run with how it was sent, or of traffic with the exchange that it was read from. */
import type { Outcome } from '../../src/contract/outcome.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import type { HttpResponse, HttpResult } from './http-result.ts';
import { isDocumented, type RequestVariant } from './request-variant.ts';

/** The merchants of a deployment file: the one with one processor, and the one with several. */
export type MerchantRole = 'one' | 'several';

/** The body of a call of a script: a value to write as JSON, or the raw text. It may have placeholders. */
export type Body = { readonly [field: string]: unknown } | { readonly raw: string };

export interface ServiceCall extends Pick<Call, 'operation' | 'outcome' | 'status' | 'sentAt' | 'endedAt'> {
  /** The merchant whose token was sent; in recorded traffic, which has no deployment file, always `one`. */
  readonly role: MerchantRole;
  /** Identifies the merchant: the role, or in recorded traffic the merchant of the token. */
  readonly merchant: string;
  /** The exchange of traffic that it was read from, a part of which may be missing; absent in a run. */
  readonly original?: Exchange;
  readonly variant: RequestVariant;
  /** Whether it had a connection of its own in a script whose other calls share one. */
  readonly elsewhere?: true;
  /** Whether it is a further copy of a call that is sent many times. */
  readonly repeated?: true;
  readonly sent: Body;
  /** The exact text sent; with GET the query. */
  readonly body: string;
  /** The fields of the text sent; undefined where it is not one JSON object. */
  readonly fields: JsonObject | undefined;
  readonly response: HttpResult;
  /** The 401 that it got first, where the same request, sent once more, got this response. */
  readonly unauthorizedFirst?: HttpResponse;
  /** The `sTxId` of an accepted response as a text. */
  readonly given: string | undefined;
  /** Whether it was sent before an earlier request of its conversation had its response. */
  readonly concurrent: boolean;
  /** Whether this deployment returns its `sTxId`s as numbers, against the document. */
  readonly hasNumericStxids: boolean;
}

/** A call of traffic, as the rules of the suite read it. */
export type TrafficCall = ServiceCall & Required<Pick<ServiceCall, 'original'>>;

/** What is known of a call when it is sent. */
export type SentCall = Pick<ServiceCall, 'operation' | 'merchant' | 'variant' | 'body' | 'fields'>;

/** The calls of one execution, in the order in which they were sent. */
export interface Transcript {
  readonly steps: readonly ServiceCall[];
  /** The fresh `mTxId`s of this execution by their placeholder. */
  readonly freshMtxids: ReadonlyMap<string, string>;
  /** Set where all were sent over one connection, and had to be. */
  readonly connection?: 'one';
}

/** Whether it is a fee call as the document describes it, by either merchant. */
export function isFeeCall({ operation, variant }: SentCall): boolean {
  return operation === 'calculateFee' && isDocumented(variant);
}

/** Whether it is a sale as the document describes it, by either merchant. */
export function isSale({ operation, variant }: SentCall): boolean {
  return operation === 'attachSale' && isDocumented(variant);
}

/** The body of an accepted response; undefined where the request was not accepted. */
export function acceptedBody({ outcome }: ServiceCall): JsonObject | undefined {
  return outcome.kind === 'accepted' ? outcome.body : undefined;
}

/** Whether the service took the call: an unclear success is judged by the rules on responses. */
export function isServed({ outcome: { kind } }: Pick<ServiceCall, 'outcome'>): boolean {
  return kind === 'accepted' || kind === 'unclear';
}

/** The `sTxId` of an accepted response as a text; undefined where there is none. */
export function stxidIn(outcome: Outcome): string | undefined {
  const sTxId = outcome.kind === 'accepted' ? outcome.body['sTxId'] : undefined;
  if (typeof sTxId === 'number') return String(sTxId);

  return typeof sTxId === 'string' && sTxId !== '' ? sTxId : undefined;
}

/**
 * Whether the suite sent a body that is no JSON object and has none of these names in it, so that the fields are missing
 * however leniently it is read. Recordings may lack a body, or a part of it.
 */
export function hasNoneOf(names: readonly string[], { fields, body, original }: ServiceCall): boolean {
  return fields === undefined && original === undefined && !names.some((name) => body.includes(name));
}

/** Whether there is no verdict: a redirect to another origin or an endless page refuses an undocumented variant. */
export function isLost({ response, variant }: ServiceCall): boolean {
  if (response.kind === 'answered' || response.cause === 'proxy' || response.cause === 'throttled')
    return false;

  return isDocumented(variant) || (response.cause !== 'redirected-away' && response.cause !== 'too-large');
}
