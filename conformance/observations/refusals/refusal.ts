/** The form of a refusal of a fee call for its content. */
import { type Answered, isSuccessful } from '../../client/answer.ts';
import { without } from '../../patterns/refuses.ts';
import { observes } from '../observation.ts';
import { isPage, shapeOf } from '../shape.ts';
import { causeOf } from './refused-for.ts';

export const refusal = observes('refusal', {
  reads: (sight) => (causeOf(sight) === 'content' ? [formOf(sight.answer)] : undefined),

  async asks({ fee, words }) {
    await fee(without(words.baseline, 'amount'));

    return undefined;
  },
});

function formOf(answer: Answered): string {
  const { headers, text, body } = answer;
  if (isSuccessful(answer)) return body === undefined ? shapeOf(answer) : formOfSuccess(body);
  if (text.trim() === '') return 'empty';
  if (body !== undefined)
    return /^application\/problem\+json/i.test(headers['content-type'] ?? '') ? 'problem' : 'json';

  return isPage(text) ? 'html' : shapeOf(answer);
}

function formOfSuccess({ transactionFee, sTxId, message }: Readonly<Record<string, unknown>>): string {
  if (message === undefined) return '2xx without a message';
  const fee = transactionFee === undefined ? '' : Number(transactionFee) === 0 ? '-zero-fee' : '-fee';
  const name = sTxId === undefined ? '' : '-stxid';

  return `2xx${fee === '' ? '-message' : fee}${name}`;
}
