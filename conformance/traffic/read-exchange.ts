/** Reads an exchange of traffic once, for the rules of both sides. */
import { type Outcome, outcomeOf, type SuccessShape } from '../../src/contract/outcome.ts';
import { operationAt } from '../../src/exchange/call.ts';
import type { Exchange as TrafficExchange } from '../../src/exchange/exchange.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import { type Exchange, stxidIn } from '../rule/exchange.ts';
import type { HttpResult } from '../rule/http-result.ts';

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

const METHODS = ['POST', 'GET', 'PUT', 'DELETE'] as const;

/**
 * The exchange in the form of the suite. Undefined where the service is not judged by it: another method, an example
 * that the client asked for, or a part that the source did not record.
 *
 * @param exchange with parsed bodies
 */
export function toTrafficCall(exchange: TrafficExchange, shape: SuccessShape): TrafficCall | undefined {
  const { request, endedAt, duration, merchant, lacks = [] } = exchange;
  const { headers, body = '', json } = request;
  const operation = operationAt(request.url);
  const method = METHODS.find((one) => one === (request.method ?? 'POST'));
  const isWhole = !lacks.includes('request-body') && !lacks.includes('response-body');
  if (operation === undefined || method === undefined || !isWhole || request.bodyLength !== undefined)
    return undefined;
  const fields = isFields(json) ? json : undefined;
  const result = toResult(exchange);
  const hasToken = headers.authorization !== undefined || lacks.includes('authorization');
  // A refused token, a rate limit and a failed gateway refuse nothing of the content.
  const outcome: Outcome =
    result.kind === 'unanswered'
      ? { kind: 'lost' }
      : outcomeOf(operation, result, { shape, hasToken, isElsewhere: isGateway });

  return {
    operation,
    role: 'one',
    merchant: merchant ?? '',
    variant: { method, credential: hasToken ? 'own' : 'none', requestedWith: 'xhr' },
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

function isGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status < 600);
}
