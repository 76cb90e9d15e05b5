/** Every client rule finds its mistake in a client in Python, which shares no code with the built-in clients. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../cli/client-command/run-command.ts';
import { CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { type ClientSubject, judgeClient } from '../selftest/judge-clients.ts';
import { sampled } from '../support/sampled.ts';

const SCRIPT = new URL('shop.py', import.meta.url).pathname;

const run =
  (name: string): ClientSubject['run'] =>
  async ({ url, token, tokenOf, signal }) => {
    const environment = {
      ...process.env,
      TOLLGATE_URL: url,
      TOLLGATE_TOKEN: token,
      TOKEN_SEVERAL: tokenOf('several'),
    };
    const result = await runCommand({ command: ['python3', SCRIPT, name], environment, signal });
    if (!result.passed) throw new Error(`${result.reason}: ${result.output}`);
  };

/** Their runs last as long as the timeouts of the client. */
const LONG: readonly string[] = ['client-tolerance/late-answers', 'client-resilience/gives-up'];

test('the client in Python has a mistake for each client rule', () => {
  const { mistakes } = JSON.parse(execFileSync('python3', [SCRIPT, '--list'], { encoding: 'utf8' }));

  expect(mistakes.toSorted()).toEqual(CLIENT_RULE_IDS.toSorted());
});

const [timed = [], others = []] = [true, false].map((isTimed) =>
  sampled(CLIENT_RULE_IDS, 2).filter(
    (name) => (LONG.includes(name) || /^client-resilience/.test(name)) === isTimed,
  ),
);

async function expectFound(name: ClientRuleId): Promise<void> {
  const { deviations } = await judgeClient({ kind: 'mistake', name, run: run(name) }, { seed: 1 });

  expect(deviations).toEqual([]);
}

describe('the mistake', () => {
  test.each(timed)('of %s is found by it, and by no other rule', expectFound);
  // Side by side, for their runs wait for a part of their time, and none is about time.
  test.concurrent.each(others)('of %s is found by it, and by no other rule', expectFound);
});

/** With the effort of the thorough run: what is ordinary in each language the selftest judges at effort standard. */
const STYLES = [
  ['legal/an order by mTxId', 'quick'],
  ['legal/every field', 'quick'],
  ['legal/threads with the same cart', 'standard'],
  ['legal/mTxId at the sale', 'quick'],
  ['legal/a price without a sale', 'quick'],
  ['legal/retries with jitter', 'standard'],
] as const;

describe.concurrent('the style', () => {
  test.each(sampled(STYLES, 1))('%s passes, at effort %s', async (name, effort) => {
    const selects = (id: ClientRuleId) => !LONG.includes(id);
    const subject = { kind: 'style', name, run: run(name) } as const;
    const { deviations } = await judgeClient(subject, { seed: 1, selects, effort });

    expect(deviations).toEqual([]);
  });
});
