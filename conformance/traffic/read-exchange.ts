/** Reads an exchange of traffic once, for the rules of both sides. */
import { outcomeOf, type SuccessShape } from '../../src/contract/outcome.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { operationAt } from '../../src/exchange/call.ts';
import type { Exchange as TrafficExchange } from '../../src/exchange/exchange.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import { type Exchange, stxidIn } from '../rule/exchange.ts';
import type { HttpResult } from '../rule/http-result.ts';
import type { RequestVariant } from '../rule/request-variant.ts';

/** An exchange with the JSON of its bodies, and the service that it was sent to. */
export interface ParsedExchange extends TrafficExchange {
  /** Base address. */
  readonly service: string;
  /** Whether the source leaves out nothing, so that what is absent was not sent. */
  readonly isWhole: boolean;
  /** Whether a recorder has replaced values of the response, so that it cannot be judged. */
  readonly hasMaskedAnswer: boolean;
}

/** An exchange as the service rules read it, with the original to show it. */
export interface ServiceExchange extends Exchange {
  readonly original: ParsedExchange;
}

/** Parses both bodies, each once. Headers as they were sent are left out: they would be kept for thousands. */
export function parseExchange({
  exchange,
  service,
  lacks,
  isWhole: saysWhole,
}: SeenExchange): ParsedExchange {
  const { id, world, merchant, startedAt, endedAt, duration, request, response, delivery } = exchange;
  const { method, url, headers, body, bodyLength } = request;
  const isPart = bodyLength !== undefined || lacks.includes('request-body');
  const json = response.json ?? (response.body === '' ? undefined : parseJsonObject(response.body));
  const received = inLowerCase(response.headers);
  const isWhole = saysWhole === true;
  const parsed = {
    ...{ id, world, merchant, startedAt, endedAt, duration, service, isWhole },
    hasMaskedAnswer: !isWhole && isMaskedAnswer(json),
    request: {
      ...{ method, url, headers, body },
      json: request.json ?? (body && !isPart ? parseJsonObject(body) : undefined),
    },
    response: {
      status: response.status,
      // Without headers a 503 may have been a request to wait.
      headers: lacks.includes('response-headers') ? { ...received, 'retry-after': '' } : received,
      body: response.body,
      json,
    },
  };
  if (!isPart && delivery === undefined) return parsed;

  return {
    ...parsed,
    request: { ...parsed.request, ...(isPart ? { bodyLength: bodyLength ?? 0 } : {}) },
    ...(delivery === undefined ? {} : { delivery }),
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

function isMaskedAnswer(json: unknown): boolean {
  if (!isFields(json)) return false;
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
export function toServiceExchange(
  exchange: ParsedExchange,
  { lacks }: Pick<SeenExchange, 'lacks'>,
  shape: SuccessShape,
): ServiceExchange | undefined {
  const operation = operationOf(exchange);
  const { request, endedAt, duration, merchant } = exchange;
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
    isRecorded: true,
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
