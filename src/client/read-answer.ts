/** What an answer says: success, refusal, or neither (document 2.2, 4.1, 4.2). */
import type { Fee, Refused, Sale, Unclear } from './result.ts';

/** An answer that came whole. */
export interface Answer {
  readonly status: number;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
}

export function readFee(answer: Answer): Fee | Refused | Unclear {
  const { transactionFee, sTxId, message } = fieldsOf(answer.body);
  if (isRefused(answer, message)) return refused(answer, message);
  if (message === 'ok' && typeof transactionFee === 'number' && isIdentifier(sTxId))
    return { kind: 'fee', transactionFee, sTxId };

  return { kind: 'unclear', ...answer };
}

/** The document shows no `message` of a sale; one that is there and is not `ok` is taken for a refusal, as of a fee. */
export function readSale(answer: Answer): Sale | Refused | Unclear {
  const { sTxId, message } = fieldsOf(answer.body);
  if (isRefused(answer, message)) return refused(answer, message);

  return isIdentifier(sTxId) ? { kind: 'sale', sTxId } : { kind: 'unclear', ...answer };
}

function isRefused({ status }: Answer, message: unknown): boolean {
  return status < 200 || status > 299 || (message !== undefined && message !== 'ok');
}

function refused({ status, body }: Answer, message: unknown): Refused {
  return { kind: 'refused', status, message: typeof message === 'string' ? message : undefined, body };
}

function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}
