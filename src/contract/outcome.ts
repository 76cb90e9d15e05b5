/** Decides the outcome of a call from its response: the only place that does (document 2.2, 4.1, 4.2). */
import type { JsonObject } from '../text/json-object.ts';
import type { OperationId } from './types.ts';

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

/** A whole response, as far as its outcome depends on it. */
export interface Answer {
  readonly status: number;
  /** Undefined where the body is not one JSON object. */
  readonly body: JsonObject | undefined;
}

export type Outcome =
  | { readonly kind: 'accepted'; readonly body: JsonObject }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unclear'; readonly body: JsonObject | undefined }
  /** A 401 or 403 to a request with a token. */
  | { readonly kind: 'token-refused' }
  /** Not about the content: the client is to wait, or to ask elsewhere. */
  | { readonly kind: 'not-now' }
  /** No whole response: the call may have been carried out. */
  | { readonly kind: 'lost' };

/** What a source knows of its responses. */
export interface View {
  /** The documented form unless given. */
  readonly shape?: SuccessShape | undefined;
  /** Whether a 401 or 403 refuses the token; true unless given. */
  readonly hasToken?: boolean;
  /** Other statuses that do not refuse the content, such as those of gateways. */
  readonly isElsewhere?: (status: number) => boolean;
}

/**
 * The outcome of a call.
 *
 * @param headers of the response, by name in lower case
 */
export function outcomeOf(
  operation: OperationId,
  answer: Answer & { readonly headers: Readonly<Record<string, string>> },
  { shape, hasToken = true, isElsewhere }: View = {},
): Outcome {
  const { status, headers } = answer;
  if (isSuccessful(answer)) return contentOutcome(operation, answer, shape);
  if (hasToken && (status === 401 || status === 403)) return TOKEN_REFUSED;
  const isPutOff = status === 429 || headers['retry-after'] !== undefined || isElsewhere?.(status) === true;

  return isPutOff ? NOT_NOW : REFUSED;
}

const TOKEN_REFUSED = { kind: 'token-refused' } as const;
const NOT_NOW = { kind: 'not-now' } as const;
const REFUSED = { kind: 'refused' } as const;

/** Whether the status is between 200 and 299. */
export function isSuccessful({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** Whether a whole response accepts or refuses the content of the call. */
export function contentOutcome(
  operation: OperationId,
  answer: Answer,
  shape: SuccessShape = DOCUMENTED,
): Extract<Outcome, { readonly kind: 'accepted' | 'refused' | 'unclear' }> {
  if (!isSuccessful(answer)) return REFUSED;
  const { body } = answer;
  if (body === undefined) return { kind: 'unclear', body };
  const kind = operation === 'calculateFee' ? feeOutcome(body, shape) : saleOutcome(body, shape);

  return kind === 'refused' ? REFUSED : { kind, body };
}

type Kind = 'accepted' | 'refused' | 'unclear';

function feeOutcome(body: JsonObject, shape: SuccessShape): Kind {
  const saysSuccess = isSame(body['message'], shape.message);
  if (saysSuccess && isFee(body['transactionFee'], shape) && isStxid(body['sTxId'], shape)) return 'accepted';
  const saysOther = body['message'] !== undefined && !saysSuccess;
  const saysNothing = ['transactionFee', 'sTxId', 'message'].every((field) => body[field] === undefined);

  return saysOther || saysNothing ? 'refused' : 'unclear';
}

function saleOutcome({ sTxId, message = 'ok' }: JsonObject, shape: SuccessShape): Kind {
  if (sTxId === undefined) return 'refused';
  if (message === 'ok' || isSame(message, shape.message))
    return isStxid(sTxId, shape) ? 'accepted' : 'unclear';
  // Some services write every field into a refusal.
  const isEmpty = sTxId === null || sTxId === '';

  return isEmpty && message !== null ? 'refused' : 'unclear';
}

function isFee(fee: unknown, shape: SuccessShape): boolean {
  if (shape.fee === 'absent') return true;

  return typeof fee === shape.fee && feeIn({ transactionFee: fee }) !== undefined;
}

function isStxid(sTxId: unknown, shape: SuccessShape): boolean {
  if (shape.sTxId === 'absent') return true;

  return shape.sTxId === 'string' ? typeof sTxId === 'string' && sTxId !== '' : typeof sTxId === 'number';
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
export function detectSuccessShape(answer: Answer): SuccessShape | undefined {
  if (contentOutcome('calculateFee', answer).kind === 'accepted') return DOCUMENTED;
  const body = isSuccessful(answer) ? answer.body : undefined;
  if (body === undefined) return undefined;
  const shape: SuccessShape = { message: body['message'], fee: feeForm(body), sTxId: stxidForm(body) };
  const isPriced = shape.fee !== 'absent' && shape.sTxId !== 'absent';
  const saysOk = /^ok\b/i.test(String(shape.message));
  const mayBeRefusal = shape.message !== undefined && !saysOk && Number(body['transactionFee']) === 0;
  const isSuccess = shape.message === 'ok' || (isPriced && !mayBeRefusal);

  return isSuccess ? shape : undefined;
}

/**
 * The field of a fee response that holds a whole success, as in `{ data: { … } }`; undefined where there is none.
 *
 * @param mayLackMessage of a valid call only: a refusal may show the transaction
 */
export function wrapperOf({ status, body = {} }: Answer, mayLackMessage = false): string | undefined {
  if (!isSuccessful({ status }) || body['message'] !== undefined) return undefined;

  return Object.keys(body).find((name) => {
    const inner = Object(body[name]) as JsonObject;
    const message = mayLackMessage ? inner['message'] : DOCUMENTED.message;
    const shape = { ...DOCUMENTED, message, fee: feeForm(inner) };

    return shape.fee !== 'absent' && feeOutcome(inner, shape) === 'accepted';
  });
}

function feeForm(body: JsonObject): SuccessShape['fee'] {
  if (feeIn(body) === undefined) return 'absent';

  return typeof body['transactionFee'] === 'number' ? 'number' : 'string';
}

function stxidForm({ sTxId }: JsonObject): SuccessShape['sTxId'] {
  if (typeof sTxId === 'number') return 'number';

  return typeof sTxId === 'string' && sTxId !== '' ? 'string' : 'absent';
}
