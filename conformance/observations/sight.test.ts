import { expect, test } from 'vitest';
import { toAnswered } from '../client/answer.ts';
import type { Reply } from '../conversation.ts';
import { DOCUMENTED_MANNER } from '../manner.ts';
import { sightOf } from './sight.ts';

function sightOfText(text: string) {
  const reply: Reply = {
    operation: 'calculateFee',
    sent: {},
    manner: DOCUMENTED_MANNER,
    answer: toAnswered({ status: 200, headers: {}, text, ms: 1 }),
    judgement: { kind: 'refused' },
    hasNumericStxids: false,
    suspect: () => {},
  };

  return sightOf(reply);
}

test('a number is seen as it is written, however its name is, and only that of the answer itself', () => {
  const text =
    '{"details":{"transactionFee":1.0},"transaction\\u0046ee":2.40,"list":[{"transactionFee":3e0}]}';

  expect(sightOfText(text)?.writtenAs('transactionFee')).toBe('2.40');
  expect(sightOfText('{"details":{"transactionFee":1.0}}')?.writtenAs('transactionFee')).toBeUndefined();
});

test('what is nested ever so deep, or no JSON, is passed over', () => {
  const deep = `{"transactionFee":2.40,"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

  for (const text of [deep, '', '{', 'null', '7'])
    expect(sightOfText(text)?.writtenAs('transactionFee')).toBeUndefined();
});
