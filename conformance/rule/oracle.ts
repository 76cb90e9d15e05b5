/** The oracle: classifies the response to a fee call or a sale as accepted, refused or unclear. */
import type { OperationId } from '../../src/contract/types.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import { type HttpResponse, isSuccessful } from './http-result.ts';

/**
 * The form of a success at this deployment, detected from its first accepted response. A conformant deployment has
 * `{ message: 'ok', fee: 'number', sTxId: 'string' }`; another form fails a `fee-response` rule once and is then
 * expected, so that the other rules can still be judged.
 */
export interface SuccessShape {
  /** The text of `message` on success; undefined where there is none. */
  readonly message: unknown;
  readonly fee: 'number' | 'string' | 'absent';
  readonly sTxId: 'string' | 'number' | 'absent';
}

export const DOCUMENTED: SuccessShape = { message: 'ok', fee: 'number', sTxId: 'string' };

export type Classification =
  | { readonly kind: 'accepted'; readonly body: JsonObject }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unclear'; readonly body: JsonObject | undefined };

/** Classifies a response (document 2.2, 4.1, 4.2). */
export function classify(
  operation: OperationId,
  response: Pick<HttpResponse, 'status' | 'body'>,
  successShape: SuccessShape = DOCUMENTED,
): Classification {
  if (!isSuccessful(response)) return { kind: 'refused' };
  const { body } = response;
  if (body === undefined) return { kind: 'unclear', body };

  return operation === 'calculateFee' ? classifyFee(body, successShape) : classifySale(body, successShape);
}

function classifyFee(body: JsonObject, successShape: SuccessShape): Classification {
  const saysSuccess = isSame(body['message'], successShape.message);
  if (saysSuccess && isFee(body['transactionFee'], successShape) && isStxid(body['sTxId'], successShape)) {
    return { kind: 'accepted', body };
  }
  const saysOther = body['message'] !== undefined && !saysSuccess;
  const saysNothing = ['transactionFee', 'sTxId', 'message'].every((field) => body[field] === undefined);

  return saysOther || saysNothing ? { kind: 'refused' } : { kind: 'unclear', body };
}

function classifySale(body: JsonObject, successShape: SuccessShape): Classification {
  const { sTxId, message = 'ok' } = body;
  if (sTxId === undefined) return { kind: 'refused' };
  if (message === 'ok' || isSame(message, successShape.message))
    return isStxid(sTxId, successShape) ? { kind: 'accepted', body } : { kind: 'unclear', body };
  // Some services write every field into a refusal.
  const isEmpty = sTxId === null || sTxId === '';

  return isEmpty && message !== null ? { kind: 'refused' } : { kind: 'unclear', body };
}

function isFee(fee: unknown, successShape: SuccessShape): boolean {
  if (successShape.fee === 'absent') return true;

  return typeof fee === successShape.fee && feeIn({ transactionFee: fee }) !== undefined;
}

function isStxid(sTxId: unknown, successShape: SuccessShape): boolean {
  if (successShape.sTxId === 'absent') return true;

  return successShape.sTxId === 'string'
    ? typeof sTxId === 'string' && sTxId !== ''
    : typeof sTxId === 'number';
}

/** Compares a `message` that is an object by its content. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || typeof one !== 'object' || typeof other !== 'object') return one === other;

  return toJson(one) === toJson(other);
}

/** Undefined for a value that nests too deeply to be written. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The fee in US dollars, also where it is a string; undefined where there is none. */
export function feeIn(body: JsonObject | undefined): number | undefined {
  const fee = body?.['transactionFee'];
  if (typeof fee === 'number') return fee;

  return typeof fee === 'string' && fee.trim() !== '' && Number.isFinite(Number(fee))
    ? Number(fee)
    : undefined;
}

/**
 * Detects the form of a success from the response to a valid fee call; undefined where it is not a success in any form:
 * a 2xx JSON object with `message` `ok`, or with both a fee and an sTxId. A fee of zero with a `message` that does not
 * begin with `ok` is excluded, since some deployments refuse in this way.
 */
export function detectSuccessShape(response: HttpResponse): SuccessShape | undefined {
  if (classify('calculateFee', response).kind === 'accepted') return DOCUMENTED;
  const body = isSuccessful(response) ? response.body : undefined;
  if (body === undefined) return undefined;
  const successShape: SuccessShape = { message: body['message'], fee: feeForm(body), sTxId: stxidForm(body) };
  const isPriced = successShape.fee !== 'absent' && successShape.sTxId !== 'absent';
  const saysOk = /^ok\b/i.test(String(successShape.message));
  const mayBeRefusal = successShape.message !== undefined && !saysOk && Number(body['transactionFee']) === 0;
  const isSuccess = successShape.message === 'ok' || (isPriced && !mayBeRefusal);

  return isSuccess ? successShape : undefined;
}

function feeForm(body: JsonObject): SuccessShape['fee'] {
  if (feeIn(body) === undefined) return 'absent';

  return typeof body['transactionFee'] === 'number' ? 'number' : 'string';
}

function stxidForm({ sTxId }: JsonObject): SuccessShape['sTxId'] {
  if (typeof sTxId === 'number') return 'number';

  return typeof sTxId === 'string' && sTxId !== '' ? 'string' : 'absent';
}
