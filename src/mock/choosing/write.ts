/** Writes what a line comes to as a writing has it: the counterpart of `render` for a mock that was told how. */

import type { OperationId } from '../../contract/types.ts';
import { READABLE_BY_PAGES } from '../cors.ts';
import type { Outcome } from '../handler.ts';
import type { Refusal } from '../refusal.ts';
import { type Rendered, render } from '../render.ts';
import type { Sampled } from '../sample.ts';
import type { Fields } from './choice.ts';
import { kindOf, statusOf } from './refusal-kind.ts';
import type { Writing } from './writing.ts';

interface Moment {
  readonly operation: OperationId;
  readonly writing: Writing;
  readonly requestId: string;
}

/** What comes of the contract's examples is written as ever. */
export function write(outcome: Outcome<unknown> | Sampled, moment: Moment): Rendered {
  switch (outcome.kind) {
    case 'accepted':
      return writeAccepted(outcome.body, moment);
    case 'refused':
      return writeRefused(outcome, moment);
    case 'sampled':
      return render(outcome, moment.requestId);
  }
}

function writeAccepted(body: unknown, { operation, writing, requestId }: Moment): Rendered {
  return {
    status: successStatus(operation, writing),
    headers: { ...typed(writing.mediaType), ...READABLE_BY_PAGES, 'request-id': requestId },
    text: isFields(body) ? writing.layout(toJson(writing.extend(body, operation), writing)) : toText(body),
  };
}

function writeRefused(refusal: Refusal, { operation, writing, requestId }: Moment): Rendered {
  const kind = kindOf(refusal);
  const { status, mediaType, text } = writing.refusal({
    refusal,
    kind,
    operation,
    status: statusOf(refusal, kind, writing),
    successStatus: successStatus(operation, writing),
    requestId,
  });

  const headers = {
    ...refusal.headers,
    ...typed(mediaType),
    ...READABLE_BY_PAGES,
    'request-id': requestId,
  };

  return { status, headers, text, refusal };
}

function successStatus(operation: OperationId, { feeStatus, saleStatus }: Writing): number {
  return operation === 'calculateFee' ? feeStatus : saleStatus;
}

function typed(mediaType: string | undefined): Record<string, string> {
  return mediaType === undefined ? {} : { 'content-type': mediaType };
}

function toJson(body: Fields, { order, fee }: Writing): string {
  const names = order(Object.keys(body).filter((name) => body[name] !== undefined));
  const members = names.map((name) => {
    const value = body[name];
    const isFee = name === 'transactionFee' && typeof value === 'number';

    return `${JSON.stringify(name)}:${isFee ? fee(value) : JSON.stringify(value)}`;
  });

  return `{${members.join(',')}}`;
}

/** A defect may have made anything of the body; that is left as it is. */
function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function toText(body: unknown): string {
  return JSON.stringify(body) ?? '';
}
