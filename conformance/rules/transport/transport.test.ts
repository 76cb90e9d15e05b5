/** The rule on HTTPS, which needs deployments that are not on loopback. */
import { describe, expect, test } from 'vitest';
import type { RuleContext } from '../../rule/context.ts';
import { judgeScript } from '../../rule/judge-script.ts';
import type { Script } from '../../rule/script.ts';
import type { ServiceCall } from '../../rule/service-call.ts';
import { https } from './messages.ts';

const ACCEPTED = {
  operation: 'calculateFee',
  response: { kind: 'answered', status: 200, headers: {}, text: '{}', ms: 1 },
  outcome: { kind: 'accepted', body: {} },
} as unknown as ServiceCall;

function contextOf(url: string): RuleContext {
  return { baseline: {}, deployment: { url: new URL(url) } } as unknown as RuleContext;
}

/** Judges a deployment that accepts every call. */
function judge(url: string) {
  const context = contextOf(url);
  expect(https.notApplicable?.(context)).toBeUndefined();

  return https.scripts(context).flatMap((script) => judgeScript(script as Script, [ACCEPTED], () => true));
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
  ])('does not judge a deployment on loopback: %s', (url) => {
    expect(https.notApplicable?.(contextOf(url))).toContain('on loopback');
  });

  test.each([
    'http://fees.example.com',
    'http://10.0.0.7:4010',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://[2001:db8::1]',
    'http://mock:4010',
  ])('fails for plain HTTP elsewhere: %s', (url) => {
    expect(judge(url)).toMatchObject([{ failure: { expected: 'fees over HTTPS alone' } }]);
  });

  test('passes for HTTPS', () => {
    expect(judge('https://fees.example.com')).toEqual([]);
  });
});
