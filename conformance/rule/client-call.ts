/** An exchange as the client rules read it: the operation, the fields of the request, and the result for the client. */
import { OPERATIONS } from '../../src/contract/operations.ts';
import { contentOutcome } from '../../src/contract/outcome.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { type Exchange, splitUrl } from '../../src/exchange/exchange.ts';
import { type JsonObject, parseJsonObject } from '../../src/text/json-object.ts';

/** The result of a call, as its client sees it. */
export type ClientAnswer =
  /** A success as the document describes it. */
  | { readonly kind: 'accepted'; readonly sTxId: string }
  /** A refusal of the content, with its sTxId if it has one. */
  | { readonly kind: 'refused'; readonly sTxId: string | undefined }
  /** Not about the content: a refused token (401, 403), a request to wait, or a redirect. */
  | { readonly kind: 'not-now' }
  /** A 2xx response in another form, or an incomplete one. */
  | { readonly kind: 'malformed'; readonly sTxId: string | undefined }
  /** No response. */
  | { readonly kind: 'lost' };

type ClientBody =
  | { readonly kind: 'object'; readonly fields: JsonObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not-an-object' }
  /** The recorder left the body out, or kept only its beginning. */
  | { readonly kind: 'unknown' };

/** A call of one of the two operations. */
export interface ClientCall {
  readonly operation: OperationId;
  readonly body: ClientBody;
  /** The fields of a JSON object; empty for any other body. */
  readonly fields: JsonObject;
  /** The `sTxId` of the request, where it is a string. */
  readonly sTxId: string | undefined;
  /** The `mTxId` of the request, where it is a string. */
  readonly mTxId: string | undefined;
  readonly answer: ClientAnswer;
  /** Whether the client requested an example, so that the response belongs to no transaction. */
  readonly isSampled: boolean;
  /** When the request arrived, in milliseconds on the clock of `Exchange.endedAt`. */
  readonly sentAt: number;
}

const NO_FIELDS: Readonly<JsonObject> = {};

/** Reads the call of an exchange; undefined where it calls neither operation, such as a CORS preflight. */
export function readClientCall(exchange: Exchange): ClientCall | undefined {
  const { request, endedAt, duration } = exchange;
  const operation = operationAt(request.url);
  if (operation === undefined || request.method === undefined || request.method === 'OPTIONS')
    return undefined;
  if (isReadinessProbe(request)) return undefined;
  const body = readBody(exchange);
  const fields = body.kind === 'object' ? body.fields : NO_FIELDS;
  const { sTxId, mTxId } = fields;

  return {
    operation,
    body,
    fields,
    sTxId: typeof sTxId === 'string' ? sTxId : undefined,
    mTxId: typeof mTxId === 'string' ? mTxId : undefined,
    answer: readAnswer(operation, exchange),
    isSampled: request.headers.prefer !== undefined && SAMPLED.test(String(request.headers.prefer)),
    sentAt: endedAt - duration,
  };
}

/** The header Prefer as Prism reads it. */
const SAMPLED = /\b(?:code|example|dynamic)\s*=/i;

/** Whether a program only waits until a server listens: it may request any address. A real call sends more. */
function isReadinessProbe({ method, url = '', headers, body }: Exchange['request']): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { authorization, 'x-requested-with': requestedWith } = headers;

  return authorization === undefined && requestedWith === undefined && !body && !url.includes('?');
}

/** A recording has the path of the deployment before that of the operation. */
function operationAt(url: string | undefined): OperationId | undefined {
  if (url === undefined) return undefined;
  const exact = OPERATIONS.find(({ path }) => url === path);
  if (exact !== undefined) return exact.operation;
  const { path: sent = '' } = splitUrl({ url });

  return OPERATIONS.find(({ path }) => sent.endsWith(path))?.operation;
}

function readBody({ request: { body, bodyLength, json, headers } }: Exchange): ClientBody {
  if (isObject(json)) return { kind: 'object', fields: json };
  if (bodyLength !== undefined) return { kind: 'unknown' };
  if (body === undefined || body === '') {
    const isAnnounced =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

    return { kind: isAnnounced ? 'unknown' : 'absent' };
  }
  const fields = parseJsonObject(body);

  return fields === undefined ? { kind: 'not-an-object' } : { kind: 'object', fields };
}

function readAnswer(operation: OperationId, { response, delivery }: Exchange): ClientAnswer {
  // 0 in a recording: the client received no response.
  if (delivery === 'lost' || response.status === 0) return { kind: 'lost' };
  if (delivery === 'cut-off') return { kind: 'malformed', sTxId: undefined };
  const { status, headers } = response;
  const isSuccess = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  const isOfToken = status === 401 || status === 403;
  if (isRedirect || isOfToken || status === 429 || (!isSuccess && hasHeader(headers, 'retry-after')))
    return { kind: 'not-now' };
  const body = isObject(response.json) ? response.json : parseJsonObject(response.body);
  const given = body?.['sTxId'];
  const sTxId = typeof given === 'string' && given !== '' ? given : undefined;
  switch (outcomeOf(operation, status, body)) {
    case 'accepted':
      return sTxId === undefined ? { kind: 'malformed', sTxId } : { kind: 'accepted', sTxId };
    case 'refused':
      return { kind: 'refused', sTxId };
    case 'unclear':
      return { kind: 'malformed', sTxId };
  }
}

function outcomeOf(
  operation: OperationId,
  status: number,
  body: JsonObject | undefined,
): 'accepted' | 'refused' | 'unclear' {
  return contentOutcome(operation, { status, body }).kind;
}

function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((key) => key.toLowerCase() === name);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a call in one text, whatever their order. */
export function contentOf({ fields }: ClientCall): string {
  return JSON.stringify(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
