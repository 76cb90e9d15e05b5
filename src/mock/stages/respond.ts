/** The stage respond: from the outcome of a request to status, headers and body. */
import type { OperationId } from '../../contract/types.ts';
import type { Answered, Behavior } from '../behavior.ts';
import type { Refusal } from '../refusal.ts';
import { type Fields, isFields } from '../request.ts';
import type { MockResponse, Sampled } from '../response.ts';
import { annotate } from './annotate.ts';
import { DEFAULT_FORMAT, kindOf, type ResponseFormat, refusalStatus } from './response-format.ts';

/** @param formatOf how the response differs from the default format */
export function respond(answered: Answered, formatOf: Behavior['respond']): MockResponse {
  if (formatOf === undefined) return write(answered, DEFAULT_FORMAT);
  const format = { ...DEFAULT_FORMAT, ...formatOf(answered) };

  return annotate(write(answered, format), answered, format);
}

function write(answered: Answered, format: ResponseFormat): MockResponse {
  const { outcome } = answered;
  switch (outcome.kind) {
    case 'accepted':
      return writeAccepted(outcome.body, answered, format);
    case 'refused':
      return writeRefusal(outcome, answered, format);
    case 'sampled':
      return writeSampled(outcome, answered);
  }
}

function writeAccepted(
  body: unknown,
  { operation, request }: Answered,
  format: ResponseFormat,
): MockResponse {
  const text =
    format === DEFAULT_FORMAT || !isFields(body)
      ? (JSON.stringify(body) ?? '')
      : toJson(body, operation, format);

  return {
    status: successStatus(operation, format),
    headers: { ...typeHeader(format.mediaType), 'request-id': request.id },
    body: text,
  };
}

function writeRefusal(
  refusal: Refusal,
  { operation, request }: Answered,
  format: ResponseFormat,
): MockResponse {
  const kind = kindOf(refusal);
  const { status, mediaType, text } = format.refusal({
    refusal,
    kind,
    operation,
    status: refusalStatus(refusal, kind, format),
    successStatus: successStatus(operation, format),
    requestId: request.id,
  });

  return {
    status,
    headers: { ...refusal.headers, ...typeHeader(mediaType), 'request-id': request.id },
    body: text,
    refusal,
  };
}

function writeSampled({ status, headers, text }: Sampled, { request }: Answered): MockResponse {
  return { status, headers: { ...headers, 'request-id': request.id }, body: text };
}

function successStatus(operation: OperationId, { feeStatus, saleStatus }: ResponseFormat): number {
  return operation === 'calculateFee' ? feeStatus : saleStatus;
}

function typeHeader(mediaType: string | undefined): Readonly<Record<string, string>> {
  return mediaType === undefined ? {} : { 'content-type': mediaType };
}

function toJson(
  body: Fields,
  operation: OperationId,
  { extend, order, fee, layout }: ResponseFormat,
): string {
  const extended = extend(body, operation);
  const names = order(Object.keys(extended).filter((name) => extended[name] !== undefined));
  const members = names.map((name) => {
    const value = extended[name];
    const isFee = name === 'transactionFee' && typeof value === 'number';

    return `${JSON.stringify(name)}:${isFee ? fee(value) : JSON.stringify(value)}`;
  });

  return layout(`{${members.join(',')}}`);
}
