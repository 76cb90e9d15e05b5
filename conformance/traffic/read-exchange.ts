/** Reads an exchange of traffic once, for the rules of both sides. */
import { outcomeOf, type SuccessShape } from '../../src/contract/outcome.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { operationAt } from '../../src/exchange/call.ts';
import type { Exchange as TrafficExchange } from '../../src/exchange/exchange.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import { type Exchange, stxidIn } from '../rule/exchange.ts';
import type { HttpResult } from '../rule/http-result.ts';
import type { RequestVariant } from '../rule/request-variant.ts';

/** An exchange of traffic as the rules of the suite read it. */
export type TrafficCall = Exchange & { readonly original: TrafficExchange };

/** Parses both bodies, each once. Headers as they were sent are left out: they would be kept for thousands. */
export function parseExchange(exchange: TrafficExchange): TrafficExchange {
  const { request, response, lacks = [] } = exchange;
  const { method, url, headers, body, bodyLength } = request;
  const isPart = bodyLength !== undefined || lacks.includes('request-body');
  const received = inLowerCase(response.headers);

  return {
    ...exchange,
    request: {
      ...{ method, url, headers, body },
      json: request.json ?? (body && !isPart ? parseJsonObject(body) : undefined),
      ...(isPart ? { bodyLength: bodyLength ?? 0 } : {}),
    },
    response: {
      status: response.status,
      // Without headers a 503 may have been a request to wait.
      headers: lacks.includes('response-headers') ? { ...received, 'retry-after': '' } : received,
      body: response.body,
      json: response.json ?? (response.body === '' ? undefined : parseJsonObject(response.body)),
    },
  };
}

/** The headers themselves where all names are in lower case, as readers of traffic write them. */
function inLowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in headers)
    if (name !== name.toLowerCase())
      return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));

  return headers;
}

/** A text by which a recorder has replaced a value: marks alone, or a word for it. */
const PLACEHOLDER =
  /^[\s*x•…#.[\](){}<>_-]+$|\*{3}|•|…|redact|masked|hidden|removed|filtered|sanitiz|^[0-]{32,}$/i;

/** Whether a recorder has replaced values of the response, so that it cannot be judged. */
export function hasMaskedAnswer({ isWhole, response: { json } }: TrafficExchange): boolean {
  if (isWhole || !isFields(json)) return false;
  const { transactionFee, sTxId, message } = json;

  return (
    isPlaceholder(transactionFee) || isPlaceholder(sTxId) || (message !== 'ok' && isPlaceholder(message))
  );
}

function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && PLACEHOLDER.test(value);
}

/** The operation that an exchange calls; undefined for other paths. */
export function operationOf({ request }: TrafficExchange): OperationId | undefined {
  return operationAt(request.url);
}

/** The variants of requests by method: one object for all exchanges. */
const VARIANTS: ReadonlyMap<string, { readonly with: RequestVariant; readonly without: RequestVariant }> =
  new Map(
    (['POST', 'GET', 'PUT', 'DELETE'] as const).map((method) => [
      method,
      {
        with: { method, credential: 'own', requestedWith: 'xhr' },
        without: { method, credential: 'none', requestedWith: 'xhr' },
      },
    ]),
  );

/**
 * The exchange in the form of the suite. Undefined where the service is not judged by it: another method, an example
 * that the client asked for, or a part that the source did not record.
 *
 * @param exchange with parsed bodies
 */
export function toTrafficCall(exchange: TrafficExchange, shape: SuccessShape): TrafficCall | undefined {
  const operation = operationOf(exchange);
  const { request, endedAt, duration, merchant, lacks = [] } = exchange;
  const { method = 'POST', headers, body = '', json } = request;
  const variant = VARIANTS.get(method);
  if (operation === undefined || variant === undefined) return undefined;
  if (lacks.includes('request-body') || lacks.includes('response-body')) return undefined;
  if (request.bodyLength !== undefined) return undefined;
  const fields = isFields(json) ? json : undefined;
  const result = toResult(exchange);
  const hasAuthorization = headers.authorization !== undefined || lacks.includes('authorization');
  const outcome = classifyResult(operation, result, shape, hasAuthorization);

  return {
    operation,
    role: 'one',
    merchant: merchant ?? '',
    variant: hasAuthorization ? variant.with : variant.without,
    sent: fields ?? { raw: body },
    body,
    fields,
    response: result,
    outcome,
    status: result.kind === 'answered' ? result.status : 0,
    given: stxidIn(outcome),
    concurrent: false,
    sentAt: endedAt - duration,
    endedAt,
    hasNumericStxids: shape.sTxId === 'number',
    original: exchange,
  };
}

function isFields(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function toResult({ response, delivery, duration }: TrafficExchange): HttpResult {
  const { status, headers, body, json } = response;
  if (delivery !== undefined || status === 0)
    return { kind: 'unanswered', cause: 'cut-off', detail: 'not the whole response', ms: duration };

  return {
    ...{ kind: 'answered', status, headers },
    text: body,
    body: isFields(json) ? json : undefined,
    ms: duration,
  };
}

/** A refused token, a rate limit and a failed gateway refuse nothing of the content. */
function classifyResult(
  operation: OperationId,
  response: HttpResult,
  shape: SuccessShape,
  hasToken: boolean,
): Exchange['outcome'] {
  if (response.kind === 'unanswered') return { kind: 'lost' };

  return outcomeOf(operation, response, { shape, hasToken, isElsewhere: isGateway });
}

function isGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status < 600);
}
