/** The results of a call: one union for each operation, by `kind`, and how they are read from a response. */
import { outcomeOf } from '../contract/outcome.ts';
import type { OperationId, Problem } from '../contract/types.ts';
import { isJsonObject, type JsonObject } from '../text/json-object.ts';

/** The service priced the transaction (document 2.2). */
export interface Fee {
  readonly kind: 'fee';
  /** In US dollars. */
  readonly transactionFee: number;
  /** The service's identifier of the transaction, for updates and the sale. */
  readonly sTxId: string;
}

/** The sale is attached to this transaction (document 4.2). */
export interface Sale {
  readonly kind: 'sale';
  readonly sTxId: string;
}

/**
 * The service refused the call: a status that is not 2xx; or, for a fee call, a `message` that is not `ok` or none of
 * the three fields, and for a sale no `sTxId`. The document shows no statuses and no error bodies.
 */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  /** The problem for users: the `message`, `detail` or `title` of the body; undefined where it has none. */
  readonly message: string | undefined;
  /** The body, where it is problem details (RFC 9457) as the mock sends them. */
  readonly problem: Partial<Problem> | undefined;
  /** The body: its JSON value, or its text where it is not JSON. */
  readonly body: unknown;
}

/** The service refused the call for now: status 429, or another refusal with a `Retry-After` header. */
export interface Later extends Omit<Refused, 'kind'> {
  readonly kind: 'later';
  /** Milliseconds to wait before the next call; undefined for a 429 without the header. */
  readonly retryAfter: number | undefined;
}

/** A 2xx response that is neither a success nor a refusal, such as one that is not JSON. The call may have an effect. */
export interface Unclear {
  readonly kind: 'unclear';
  readonly status: number;
  readonly body: unknown;
}

/** No complete response was received. The service may have carried out the call. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly reason: 'aborted' | 'connection' | 'timeout';
  readonly cause: unknown;
}

export type FeeResult = Fee | Refused | Later | Unclear | Unanswered;
export type SaleResult = Sale | Refused | Later | Unclear | Unanswered;

/** Errors of a call that cannot be sent; codes are stable. */
export type FeeClientErrorCode = 'base-url' | 'nicn' | 'repeats' | 'timeout' | 'token';

export class FeeClientError extends Error {
  override readonly name = 'FeeClientError';
  readonly code: FeeClientErrorCode;

  constructor(code: FeeClientErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A complete response. */
export interface CompleteAnswer {
  readonly status: number;
  /** The JSON value, or the text where it is not JSON. */
  readonly body: unknown;
  /** The header Retry-After; null where there is none. */
  readonly retryAfter: string | null;
}

export function readFee(answer: CompleteAnswer): Fee | Refused | Later | Unclear {
  return read('calculateFee', answer, ({ transactionFee, sTxId }) => ({
    kind: 'fee',
    transactionFee: Number(transactionFee),
    sTxId: String(sTxId),
  }));
}

/** The document shows no `message` of a sale, so one that is not `ok` beside an `sTxId` is unclear. */
export function readSale(answer: CompleteAnswer): Sale | Refused | Later | Unclear {
  return read('attachSale', answer, ({ sTxId }) => ({ kind: 'sale', sTxId: String(sTxId) }));
}

function read<Success>(
  operation: OperationId,
  { status, body, retryAfter }: CompleteAnswer,
  success: (fields: JsonObject) => Success,
): Success | Refused | Later | Unclear {
  const headers: Readonly<Record<string, string>> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  const outcome = outcomeOf(operation, { status, headers, body: fieldsOf(body) }, { hasToken: false });
  switch (outcome.kind) {
    case 'accepted':
      return success(outcome.body);
    case 'refused':
      return { kind: 'refused', ...refusalIn(status, body) };
    case 'not-now':
      return { kind: 'later', retryAfter: toMilliseconds(retryAfter), ...refusalIn(status, body) };
    default:
      return { kind: 'unclear', status, body };
  }
}

function refusalIn(status: number, body: unknown) {
  const fields = fieldsOf(body) ?? {};
  const texts = [fields['message'], fields['detail'], fields['title']];
  const message = texts.find((text) => typeof text === 'string' && text !== '' && text !== 'ok');
  const problem = typeof fields['title'] === 'string' ? (fields as Partial<Problem>) : undefined;

  return { status, message: message as string | undefined, problem, body };
}

/** Reads the seconds or the date of a Retry-After header (RFC 9110, 10.2.3). */
function toMilliseconds(header: string | null): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;

  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The fields of a JSON object; undefined for any other value. */
function fieldsOf(body: unknown): JsonObject | undefined {
  return isJsonObject(body) ? body : undefined;
}
