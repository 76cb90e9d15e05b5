/** Classifies a response: success, refusal, refusal for now, or neither (document 2.2, 4.1, 4.2). */
import type { Problem } from '../contract/types.ts';
import type { Fee, Later, Refused, Sale, Unclear } from './result.ts';

/** A complete response. */
export interface Answer {
  readonly status: number;
  /** The JSON value, or the text where it is not JSON. */
  readonly body: unknown;
  /** The header Retry-After; null where there is none. */
  readonly retryAfter: string | null;
}

export function readFee(answer: Answer): Fee | Refused | Later | Unclear {
  const fields = fieldsOf(answer.body);
  const { transactionFee, sTxId, message } = fields ?? {};
  const saysOther = message !== undefined && message !== 'ok';
  const saysNothing = [transactionFee, sTxId, message].every((value) => value === undefined);
  if (!isSuccess(answer) || saysOther || (fields !== undefined && saysNothing)) return refused(answer);
  if (message === 'ok' && typeof transactionFee === 'number' && isIdentifier(sTxId))
    return { kind: 'fee', transactionFee, sTxId };

  return unclear(answer);
}

/** The document shows no `message` of a sale, so one that is not `ok` beside an `sTxId` is unclear. */
export function readSale(answer: Answer): Sale | Refused | Later | Unclear {
  const fields = fieldsOf(answer.body);
  const { sTxId, message } = fields ?? {};
  if (!isSuccess(answer) || (fields !== undefined && sTxId === undefined)) return refused(answer);
  if ((message === undefined || message === 'ok') && isIdentifier(sTxId)) return { kind: 'sale', sTxId };

  return unclear(answer);
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}

function unclear({ status, body }: Answer): Unclear {
  return { kind: 'unclear', status, body };
}

function refused(answer: Answer): Refused | Later {
  const { status, body } = answer;
  const fields = fieldsOf(body) ?? {};
  const texts = [fields['message'], fields['detail'], fields['title']];
  const message = texts.find((text) => typeof text === 'string' && text !== '' && text !== 'ok');
  const problem = typeof fields['title'] === 'string' ? (fields as Partial<Problem>) : undefined;
  const refusal = { status, message: message as string | undefined, problem, body };
  if (isSuccess(answer) || (status !== 429 && answer.retryAfter === null))
    return { kind: 'refused', ...refusal };

  return { kind: 'later', retryAfter: toMilliseconds(answer.retryAfter), ...refusal };
}

/** Reads the seconds or the date of a Retry-After header (RFC 9110, 10.2.3). */
function toMilliseconds(header: string | null): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;

  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The fields of a JSON object; undefined for any other value. */
function fieldsOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Readonly<Record<string, unknown>>)
    : undefined;
}
