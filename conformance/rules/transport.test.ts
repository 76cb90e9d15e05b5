/** The rule on HTTPS, which no deployment on loopback can break. */
import { describe, expect, test } from 'vitest';
import type { Conversation, Reply } from '../conversation.ts';
import { NotJudged, RuleBroken } from '../failure.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { https } from './transport/https.ts';

const REPLY = {
  operation: 'calculateFee',
  answer: { kind: 'answered', status: 200, headers: {}, text: '{}', ms: 1 },
  judgement: { kind: 'accepted', body: {} },
} as unknown as Reply;

function judge(url: string): Promise<void> {
  const conversation = { fee: async () => REPLY } as unknown as Conversation;
  const words = { baseline: {}, deployment: { url: new URL(url) } } as unknown as Vocabulary;

  return https.holds({}, conversation, words);
}

describe('the rule on HTTPS', () => {
  test.each([
    'http://127.0.0.1:4010',
    'http://127.1',
    'http://localhost',
    'http://shop.localhost:1',
    'http://[::1]:4010',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0:4010',
    'https://127.0.0.1',
  ])('judges no deployment on loopback: %s', async (url) => {
    await expect(judge(url)).rejects.toBeInstanceOf(NotJudged);
  });

  test.each([
    'http://fees.example.com',
    'http://10.0.0.7:4010',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://[2001:db8::1]',
    'http://mock:4010',
  ])('is broken by plain HTTP elsewhere: %s', async (url) => {
    await expect(judge(url)).rejects.toBeInstanceOf(RuleBroken);
  });

  test('holds for HTTPS', async () => {
    await expect(judge('https://fees.example.com')).resolves.toBeUndefined();
  });
});
