/** Choices about refusals: their form and status, which the document does not show (section 7). */
import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../../../text/escape-html.ts';
import type { Behavior, UnwrittenRefusal, WrittenRefusal } from '../../behavior.ts';
import { toProblem } from '../../http/problem.ts';
import { kindOf } from '../../stages/respond.ts';
import { byOption, type ChoiceBehaviors, refusedWith } from './choice.ts';

export const REFUSAL_CHOICES = {
  refusal: {
    json: as(asJson),
    html: as(asHtml),
    empty: as(({ status }) => ({ status, mediaType: undefined, text: '' })),
    '2xx-message': asSuccess(() => ({})),
    '2xx-message-stxid': asSuccess(() => ({ sTxId: unknownStxid() })),
    '2xx-zero-fee': asSuccess(() => ({ transactionFee: 0 })),
    '2xx-zero-fee-stxid': asSuccess(() => ({ transactionFee: 0, sTxId: unknownStxid() })),
  },

  'refusal-status': byOption('refusal-status', (status) => refusedWith('content', status)),

  'malformed-json-status': byOption('malformed-json-status', (status) => refusedWith('malformed', status)),

  'unknown-transaction-status': byOption('unknown-transaction-status', (status) =>
    refusedWith('unknown', status),
  ),
} satisfies Partial<ChoiceBehaviors>;

/** Writes refusals in another form. */
function as(refusal: (refused: UnwrittenRefusal, successStatus: number) => WrittenRefusal): () => Behavior {
  return () => ({
    respond(draft, { outcome, operation }) {
      if (outcome.kind !== 'refused') return draft;
      const choice = operation === 'calculateFee' ? 'success-status' : 'sale-status';
      const success = Number(draft.choices[choice] ?? 200);

      return { ...draft, refusal: (refused) => refusal(refused, success) };
    },
  });
}

function asJson({ refusal, status, requestId }: UnwrittenRefusal): WrittenRefusal {
  const { message, reasonCode, reason } = toProblem(refusal, requestId, status);

  return { status, mediaType: 'application/json', text: JSON.stringify({ message, reasonCode, reason }) };
}

function asHtml({ refusal, status, requestId }: UnwrittenRefusal): WrittenRefusal {
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
function asSuccess(extra: () => object): () => Behavior {
  return as((refused, successStatus) => {
    const { refusal, operation, status, requestId } = refused;
    if (!['content', 'unknown', 'malformed'].includes(kindOf(refusal) ?? '')) return asJson(refused);
    const { message } = toProblem(refusal, requestId, status);
    const body = operation === 'calculateFee' ? { ...extra(), message } : { message };

    return { status: successStatus, mediaType: 'application/json', text: JSON.stringify(body) };
  });
}

function unknownStxid(): string {
  return randomBytes(16).toString('hex');
}
