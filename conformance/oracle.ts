/** The oracle: was a fee call or a sale accepted, refused, or is the answer unclear? Three values, never two. */
import type { OperationId } from '../src/contract/types.ts';
import { type Answered, isSuccessful } from './client/answer.ts';
import type { JsonObject } from './json-object.ts';

/**
 * What success looks like at this deployment, learned from its first accepted answer. A right deployment has
 * `{ message: 'ok', fee: 'number', sTxId: 'string' }`; anything else fails a `fee-response` rule once and is then
 * taken as it is, so that the other rules can still be judged.
 */
export interface Dialect {
  /** The text of `message` on success; undefined where there is none. */
  readonly message: unknown;
  readonly fee: 'number' | 'string' | 'absent';
  readonly sTxId: 'string' | 'number' | 'absent';
}

export const DOCUMENTED: Dialect = { message: 'ok', fee: 'number', sTxId: 'string' };

export type Judgement =
  | { readonly kind: 'accepted'; readonly body: JsonObject }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unclear'; readonly body: JsonObject | undefined };

/** Judges one answer to one operation (document 2.2, 4.1, 4.2). */
export function judge(operation: OperationId, answer: Answered, dialect: Dialect = DOCUMENTED): Judgement {
  if (!isSuccessful(answer)) return { kind: 'refused' };
  const { body } = answer;
  if (body === undefined) return { kind: 'unclear', body };

  return operation === 'calculateFee' ? judgeFee(body, dialect) : judgeSale(body, dialect);
}

function judgeFee(body: JsonObject, dialect: Dialect): Judgement {
  const saysSuccess = isSame(body['message'], dialect.message);
  if (saysSuccess && isFee(body['transactionFee'], dialect) && isStxid(body['sTxId'], dialect)) {
    return { kind: 'accepted', body };
  }
  const saysOther = body['message'] !== undefined && !saysSuccess;
  const saysNothing = ['transactionFee', 'sTxId', 'message'].every((field) => body[field] === undefined);

  return saysOther || saysNothing ? { kind: 'refused' } : { kind: 'unclear', body };
}

function judgeSale(body: JsonObject, dialect: Dialect): Judgement {
  if (body['sTxId'] === undefined) return { kind: 'refused' };
  const saysSuccess =
    body['message'] === undefined || body['message'] === 'ok' || isSame(body['message'], dialect.message);

  return saysSuccess && isStxid(body['sTxId'], dialect)
    ? { kind: 'accepted', body }
    : { kind: 'unclear', body };
}

function isFee(fee: unknown, dialect: Dialect): boolean {
  if (dialect.fee === 'absent') return true;

  return typeof fee === dialect.fee && feeIn({ transactionFee: fee }) !== undefined;
}

function isStxid(sTxId: unknown, dialect: Dialect): boolean {
  if (dialect.sTxId === 'absent') return true;

  return dialect.sTxId === 'string' ? typeof sTxId === 'string' && sTxId !== '' : typeof sTxId === 'number';
}

/** A `message` that is no text at all is compared by what it holds. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || typeof one !== 'object' || typeof other !== 'object') return one === other;

  return toJson(one) === toJson(other);
}

/** What nests deeper than can be written is all the same. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The fee in US dollars, also where it comes as a string; undefined where there is none. */
export function feeIn(body: JsonObject | undefined): number | undefined {
  const fee = body?.['transactionFee'];
  if (typeof fee === 'number') return fee;

  return typeof fee === 'string' && fee.trim() !== '' && Number.isFinite(Number(fee))
    ? Number(fee)
    : undefined;
}

/**
 * The dialect that an answer to a valid fee call speaks, or undefined where it is no success in any dialect:
 * a 2xx JSON object with `message` `ok`, or with both a fee and an sTxId. A fee of zero beside another text is
 * how some deployments refuse, so it is none.
 */
export function learnDialect(answer: Answered): Dialect | undefined {
  if (judge('calculateFee', answer).kind === 'accepted') return DOCUMENTED;
  const body = isSuccessful(answer) ? answer.body : undefined;
  if (body === undefined) return undefined;
  const dialect: Dialect = { message: body['message'], fee: feeForm(body), sTxId: stxidForm(body) };
  const isPriced = dialect.fee !== 'absent' && dialect.sTxId !== 'absent';
  const mayBeRefusal = dialect.message !== undefined && Number(body['transactionFee']) === 0;
  const isSuccess = dialect.message === 'ok' || (isPriced && !mayBeRefusal);

  return isSuccess ? dialect : undefined;
}

function feeForm(body: JsonObject): Dialect['fee'] {
  if (feeIn(body) === undefined) return 'absent';

  return typeof body['transactionFee'] === 'number' ? 'number' : 'string';
}

function stxidForm({ sTxId }: JsonObject): Dialect['sTxId'] {
  if (typeof sTxId === 'number') return 'number';

  return typeof sTxId === 'string' && sTxId !== '' ? 'string' : 'absent';
}
