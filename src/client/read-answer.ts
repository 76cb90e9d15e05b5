/** Reads a response as the result of a call: a success, a refusal, a refusal for now, or neither. */
import { outcomeOf } from '../contract/outcome.ts';
import type { JsonObject, OperationId, Problem } from '../contract/types.ts';
import type { Fee, Later, Refused, Sale, Unclear } from './result.ts';

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
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonObject) : undefined;
}
