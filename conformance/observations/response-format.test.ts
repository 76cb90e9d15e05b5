import { expect, test } from 'vitest';
import { writtenAs } from './response-format.ts';

test('a number is returned as it is written, with an escaped name too, and only from the top level', () => {
  const text =
    '{"details":{"transactionFee":1.0},"transaction\\u0046ee":2.40,"list":[{"transactionFee":3e0}]}';

  expect(writtenAs(text, 'transactionFee')).toBe('2.40');
  expect(writtenAs('{"details":{"transactionFee":1.0}}', 'transactionFee')).toBeUndefined();
});

test('a text that is nested too deeply or is not a JSON object has no numbers', () => {
  const deep = `{"transactionFee":2.40,"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

  for (const text of [deep, '', '{', 'null', '7']) expect(writtenAs(text, 'transactionFee')).toBeUndefined();
});
