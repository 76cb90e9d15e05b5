/** Choices about refusals: their form and status, which the document does not show (section 7). */
import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../../../text/escape-html.ts';
import { toProblem } from '../../http/problem.ts';
import type { Refused, WrittenRefusal } from '../../stages/response-format.ts';
import { byOption, type ChoiceBehaviors, formatted } from './choice.ts';

export const REFUSAL_CHOICES = {
  refusal: {
    json: formatted({ refusal: asJson }),
    html: formatted({ refusal: asHtml }),
    empty: formatted({ refusal: ({ status }) => ({ status, mediaType: undefined, text: '' }) }),
    '2xx-message': formatted({ refusal: asSuccess(() => ({})) }),
    '2xx-message-stxid': formatted({ refusal: asSuccess(() => ({ sTxId: unknownStxid() })) }),
    '2xx-zero-fee': formatted({ refusal: asSuccess(() => ({ transactionFee: 0 })) }),
    '2xx-zero-fee-stxid': formatted({
      refusal: asSuccess(() => ({ transactionFee: 0, sTxId: unknownStxid() })),
    }),
  },

  'refusal-status': byOption('refusal-status', (status) => formatted({ contentStatus: Number(status) })),

  'malformed-json-status': byOption('malformed-json-status', (status) =>
    formatted({ malformedStatus: Number(status) }),
  ),

  'unknown-transaction-status': byOption('unknown-transaction-status', (status) =>
    formatted({ unknownStatus: Number(status) }),
  ),
} satisfies Partial<ChoiceBehaviors>;

function asJson({ refusal, status, requestId }: Refused): WrittenRefusal {
  const { message, reasonCode, reason } = toProblem(refusal, requestId, status);

  return { status, mediaType: 'application/json', text: JSON.stringify({ message, reasonCode, reason }) };
}

function asHtml({ refusal, status, requestId }: Refused): WrittenRefusal {
  const { title, detail } = toProblem(refusal, requestId, status);
  const text = `<!doctype html>\n<title>${status}</title>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(detail)}</p>\n`;

  return { status, mediaType: 'text/html; charset=utf-8', text };
}

/**
 * Only a request's content is refused with the status of success; a missing token or a rate limit has its own status.
 * A refused sale has no sTxId: with one it would be an accepted sale.
 *
 * @param extra the fields beside `message` in the refusal of a fee call
 */
function asSuccess(extra: () => object): (refused: Refused) => WrittenRefusal {
  return (refused) => {
    const { refusal, kind, operation, successStatus, status, requestId } = refused;
    if (kind !== 'content' && kind !== 'unknown' && kind !== 'malformed') return asJson(refused);
    const { message } = toProblem(refusal, requestId, status);
    const body = operation === 'calculateFee' ? { ...extra(), message } : { message };

    return { status: successStatus, mediaType: 'application/json', text: JSON.stringify(body) };
  };
}

function unknownStxid(): string {
  return randomBytes(16).toString('hex');
}
