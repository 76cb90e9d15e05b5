/** The form in which a request is refused (document 7: not shown). */
import { randomBytes } from 'node:crypto';
import { asEver, choice, writing } from '../choosing/choice.ts';
import type { RefusalForm, Refused } from '../choosing/writing.ts';
import { toProblem } from '../problem.ts';

export const refusal = choice('refusal', {
  problem: asEver,
  json: writing({ refusal: asJson }),
  html: writing({ refusal: asHtml }),
  empty: writing({ refusal: ({ status }) => ({ status, mediaType: undefined, text: '' }) }),
  '2xx-message': writing({ refusal: asSuccess(() => ({})) }),
  '2xx-message-stxid': writing({ refusal: asSuccess(() => ({ sTxId: nobody() })) }),
  '2xx-zero-fee': writing({ refusal: asSuccess(() => ({ transactionFee: 0 })) }),
  '2xx-zero-fee-stxid': writing({ refusal: asSuccess(() => ({ transactionFee: 0, sTxId: nobody() })) }),
});

function asJson({ refusal, status, requestId }: Refused) {
  const { message, reasonCode, reason } = toProblem(refusal, requestId, status);

  return { status, mediaType: 'application/json', text: JSON.stringify({ message, reasonCode, reason }) };
}

function asHtml({ refusal, status, requestId }: Refused) {
  const { title, detail } = toProblem(refusal, requestId, status);
  const text = `<!doctype html>\n<title>${status}</title>\n<h1>${toHtml(title)}</h1>\n<p>${toHtml(detail)}</p>\n`;

  return { status, mediaType: 'text/html; charset=utf-8', text };
}

/**
 * Only what is wrong with a request's content is told under the status of success: a missing token, or asking too
 * often, is not. A refused sale never has an sTxId, by which it would be an accepted one.
 */
function asSuccess(beside: () => object): RefusalForm {
  return (refused) => {
    const { refusal, kind, operation, successStatus, status, requestId } = refused;
    if (kind !== 'content' && kind !== 'unknown' && kind !== 'malformed') return asJson(refused);
    const { message } = toProblem(refusal, requestId, status);
    const body = operation === 'calculateFee' ? { ...beside(), message } : { message };

    return { status: successStatus, mediaType: 'application/json', text: JSON.stringify(body) };
  };
}

function nobody(): string {
  return randomBytes(16).toString('hex');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function toHtml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
