/** An exchange read once: operation, fields, identifiers and outcome. Every judge and every page reads it here. */
import { OPERATIONS } from '../contract/operations.ts';
import { isSuccessful, type Outcome, outcomeOf, type View } from '../contract/outcome.ts';
import type { OperationId } from '../contract/types.ts';
import { isJsonObject, type JsonObject, parseJsonObject } from '../text/json-object.ts';
import { type Exchange, splitUrl } from './exchange.ts';

export interface Call {
  readonly exchange: Exchange;
  readonly operation: OperationId;
  /** `unknown` where the source left the body out, or kept only its beginning. */
  readonly body: 'object' | 'absent' | 'not-an-object' | 'unknown';
  /** The fields of the request; empty where its body is not one JSON object. */
  readonly fields: JsonObject;
  /** The `sTxId` of the request, where it is a string. */
  readonly sTxId: string | undefined;
  /** The `mTxId` of the request, where it is a string. */
  readonly mTxId: string | undefined;
  /** The JSON object of a whole response; undefined where it is none. */
  readonly answer: JsonObject | undefined;
  readonly outcome: Outcome;
  /** The `sTxId` of a response about the content, also of a refusal; undefined where it is no text. */
  readonly given: string | undefined;
  /** Whether the client requested an example, so that the response belongs to no transaction. */
  readonly isSampled: boolean;
  /** The merchant of the token; undefined where the token names none. */
  readonly merchant: string | undefined;
  /** The status of the response; 0 where the client received none. */
  readonly status: number;
  /** When the request arrived, in milliseconds on the clock of `Exchange.endedAt`. */
  readonly sentAt: number;
  readonly endedAt: number;
}

const NO_FIELDS: Readonly<JsonObject> = {};

/**
 * Reads the call of an exchange; undefined where it calls neither operation, such as a CORS preflight, or a program that
 * waits until a server listens.
 */
export function readCall(exchange: Exchange, view?: View): Call | undefined {
  return isReadinessProbe(exchange.request) ? undefined : readAnyCall(exchange, view);
}

/** Reads what a service is asked, by whatever program. */
export function readAnyCall(exchange: Exchange, view?: View): Call | undefined {
  const { request, response, delivery, merchant, endedAt, duration } = exchange;
  const operation = operationAt(request.url);
  if (operation === undefined || request.method === undefined || request.method === 'OPTIONS')
    return undefined;
  const { body, fields } = readBody(exchange);
  const { sTxId, mTxId } = fields;
  const isWhole = delivery === undefined && response.status !== 0;
  const answer = isWhole ? objectIn(response) : undefined;
  const outcome = readOutcome({ operation, exchange, answer }, view);

  // Written out, since an object that begins with a copy of another one takes twice the memory.
  return {
    exchange,
    operation,
    body,
    fields,
    answer,
    outcome,
    sTxId: typeof sTxId === 'string' ? sTxId : undefined,
    mTxId: typeof mTxId === 'string' ? mTxId : undefined,
    given: isPutOff(outcome) ? undefined : textOf(answer?.['sTxId']),
    isSampled: request.headers.prefer !== undefined && SAMPLED.test(String(request.headers.prefer)),
    merchant,
    status: response.status,
    sentAt: endedAt - duration,
    endedAt,
  };
}

/** The header Prefer as Prism reads it. */
const SAMPLED = /\b(?:code|example|dynamic)\s*=/i;

/** Whether a program only waits until a server listens: it may request any address. A real call sends more. */
export function isReadinessProbe({ method, url = '', headers, body }: Exchange['request']): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { authorization, 'x-requested-with': requestedWith } = headers;

  return authorization === undefined && requestedWith === undefined && !body && !url.includes('?');
}

/** The operation that an address calls: a recording has the path of the deployment before that of the operation. */
function operationAt(url: string | undefined): OperationId | undefined {
  if (url === undefined) return undefined;
  const exact = OPERATIONS.find(({ path }) => url === path);
  if (exact !== undefined) return exact.operation;
  const { path: sent = '' } = splitUrl({ url });

  return OPERATIONS.find(({ path }) => sent.endsWith(path))?.operation;
}

function readBody({ request }: Exchange): Pick<Call, 'body' | 'fields'> {
  const { body, bodyLength, json, headers } = request;
  if (isJsonObject(json)) return { body: 'object', fields: json };
  if (bodyLength !== undefined) return { body: 'unknown', fields: NO_FIELDS };
  if (body === undefined || body === '') {
    const isAnnounced =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

    return { body: isAnnounced ? 'unknown' : 'absent', fields: NO_FIELDS };
  }
  const fields = parseJsonObject(body);

  return fields === undefined ? { body: 'not-an-object', fields: NO_FIELDS } : { body: 'object', fields };
}

function objectIn({ json, body }: Exchange['response']): JsonObject | undefined {
  if (isJsonObject(json)) return json;

  return body === '' ? undefined : parseJsonObject(body);
}

function readOutcome(
  { operation, exchange, answer: body }: Pick<Call, 'operation' | 'exchange' | 'answer'>,
  view: View = CLIENT_VIEW,
): Outcome {
  const { response, delivery } = exchange;
  // 0 in a recording: the client received no response.
  if (delivery === 'lost' || response.status === 0) return NO_RESPONSE;
  if (delivery === 'cut-off') return CUT_OFF;
  const { status } = response;
  // Only refusals depend on headers.
  const headers = isSuccessful({ status }) ? response.headers : receivedHeaders(exchange);

  return outcomeOf(operation, { status, body, headers }, view);
}

const NO_RESPONSE = { kind: 'lost' } as const;
/** Its client received something. */
const CUT_OFF = { kind: 'unclear', body: undefined } as const;

/** A client is to ask elsewhere where it is redirected. */
const CLIENT_VIEW: View = { isElsewhere: (status) => status >= 300 && status < 400 };

/** The headers of the response by name in lower case, as nearly all sources write them. */
export function receivedHeaders({ response, lacks }: Exchange): Readonly<Record<string, string>> {
  const { headers } = response;
  // Without headers a 503 may have been a request to wait.
  if (lacks?.includes('response-headers')) return { ...headers, 'retry-after': '' };
  for (const name in headers)
    if (name !== name.toLowerCase())
      return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));

  return headers;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The fields of a call in one text, whatever their order. */
export function contentOf({ fields }: Pick<Call, 'fields'>): string {
  return JSON.stringify(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether the outcome says nothing of the content: a refused token, a request to wait, or a redirect. */
export function isPutOff({ kind }: Outcome): boolean {
  return kind === 'not-now' || kind === 'token-refused';
}

const DIGITS = /^[0-9]*$/;
const SEPARATORS = /[ \u00a0.\u2010-\u2015-]/g;

/** The digits of a nicn, which may be a JSON number or have separators; empty for any other value. */
export function digitsOfNicn({ nicn }: JsonObject): string {
  if (typeof nicn === 'number' && Number.isInteger(nicn)) return String(nicn);

  if (typeof nicn !== 'string') return '';

  return DIGITS.test(nicn) ? nicn : nicn.replaceAll(SEPARATORS, '');
}
