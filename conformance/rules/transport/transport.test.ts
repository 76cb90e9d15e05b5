/** The rule on HTTPS, which needs deployments that are not on loopback. */
import { describe, expect, test } from 'vitest';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { Exchange } from '../../rule/exchange.ts';
import { NotJudged, RuleBroken } from '../../rule/failure.ts';
import { https } from './https.ts';

const ACCEPTED = {
  operation: 'calculateFee',
  response: { kind: 'answered', status: 200, headers: {}, text: '{}', ms: 1 },
  outcome: { kind: 'accepted', body: {} },
} as unknown as Exchange;

function judge(url: string): Promise<void> {
  const conversation = { fee: async () => ACCEPTED } as unknown as Conversation;
  const context = { baseline: {}, deployment: { url: new URL(url) } } as unknown as RuleContext;

  return https.run?.({}, conversation, context) ?? Promise.reject(new Error('no run'));
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
  ])('does not judge a deployment on loopback: %s', async (url) => {
    await expect(judge(url)).rejects.toBeInstanceOf(NotJudged);
  });

  test.each([
    'http://fees.example.com',
    'http://10.0.0.7:4010',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://[2001:db8::1]',
    'http://mock:4010',
  ])('fails for plain HTTP elsewhere: %s', async (url) => {
    await expect(judge(url)).rejects.toBeInstanceOf(RuleBroken);
  });

  test('passes for HTTPS', async () => {
    await expect(judge('https://fees.example.com')).resolves.toBeUndefined();
  });
});
