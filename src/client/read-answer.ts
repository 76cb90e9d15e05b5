/** What an answer says: success, refusal, or neither (document 2.2, 4.1, 4.2). */
import type { Fee, Refused, Sale, Unclear } from './result.ts';

/** An answer that came whole. */
export interface Answer {
  readonly status: number;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
}

export function readFee(answer: Answer): Fee | Refused | Unclear {
  const fields = fieldsOf(answer.body);
  const { transactionFee, sTxId, message } = fields ?? {};
  const saysOther = message !== undefined && message !== 'ok';
  const saysNothing = [transactionFee, sTxId, message].every((value) => value === undefined);
  if (isNoSuccess(answer) || saysOther || (fields !== undefined && saysNothing))
    return refused(answer, message);
  if (message === 'ok' && typeof transactionFee === 'number' && isIdentifier(sTxId))
    return { kind: 'fee', transactionFee, sTxId };

  return { kind: 'unclear', ...answer };
}

/** The document shows no `message` of a sale: what one beside an `sTxId` means, where it is not `ok`, nobody knows. */
export function readSale(answer: Answer): Sale | Refused | Unclear {
  const fields = fieldsOf(answer.body);
  const { sTxId, message } = fields ?? {};
  if (isNoSuccess(answer) || (fields !== undefined && sTxId === undefined)) return refused(answer, message);
  if ((message === undefined || message === 'ok') && isIdentifier(sTxId)) return { kind: 'sale', sTxId };

  return { kind: 'unclear', ...answer };
}

function isNoSuccess({ status }: Answer): boolean {
  return status < 200 || status > 299;
}

function refused({ status, body }: Answer, message: unknown): Refused {
  return { kind: 'refused', status, message: typeof message === 'string' ? message : undefined, body };
}

function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Of one JSON object. */
function fieldsOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Readonly<Record<string, unknown>>)
    : undefined;
}
