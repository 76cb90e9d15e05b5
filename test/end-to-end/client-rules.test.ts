/** The integrator reads about rules on clients, and sees what the own client does wrong: hints, verdict, tail. */
import { expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { startHere, tollgateHere } from './command.ts';

test('the rules on clients are listed and explained, and a misspelt id is corrected', async () => {
  const [group, rule, misspelt, defect] = await Promise.all([
    tollgateHere(['rules', 'client-flow']),
    tollgateHere(['rules', 'client-flow/sells-once']),
    tollgateHere(['rules', 'client-flow/sels-once']),
    tollgateHere(['mock', '--defect', 'client-flow/sells-once']),
  ]);

  expect(group.out.trim().split('\n')).toHaveLength(7);
  for (const part of [
    'level should, section 4.2',
    'wrong:',
    'right:',
    'fix: ',
    'check-client --only client-flow/sells-once',
  ])
    expect(rule.out).toContain(part);
  expect(misspelt).toMatchObject({
    code: 2,
    problem: expect.stringContaining('Did you mean client-flow/sells-once?'),
  });
  expect(defect).toMatchObject({ code: 2, problem: expect.stringContaining('which is on clients') });
});

test('a part of an id finds its rule, or suggests it', async () => {
  const [name, part, typo] = await Promise.all([
    tollgateHere(['rules', 'sells-once']),
    tollgateHere(['rules', 'sells-on']),
    tollgateHere(['rules', 'one-order-per']),
  ]);

  expect(name.out).toMatch(/^client-flow\/sells-once\n/);
  expect(part).toMatchObject({ code: 2, problem: expect.stringContaining('mean client-flow/sells-once?') });
  expect(typo).toMatchObject({
    code: 2,
    problem: expect.stringContaining('mean client-flow/one-order-per-mtxid?'),
  });
});

test('a rule that only a whole run shows is not said to be in hints', async () => {
  const { out } = await tollgateHere(['rules', 'client-flow/prices-anew-by-identifier']);

  expect(out).toContain('seen:  only in a whole run of check-client in which an order gets a second price');
  expect(out).not.toContain('Tollgate-Hints');
});

test('a strict mock shows hints in responses, in its verdict and in tail', async () => {
  await using mock = startHere(['mock', '--port', '0', '--strict']);
  const out = await mock.printed(/Ctrl-C/);
  const url = /listens on (\S+)/.exec(out)?.[1] ?? '';
  const token = /TOLLGATE_TOKEN=(\S+)/.exec(out)?.[1] ?? '';
  const fee = (fields: object) =>
    fetch(`${url}/v1/ch`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ amount: 100, nicn: '424242', region: 'AZ', ...fields }),
    });
  expect(out).toContain('second-sale=refuse');

  expect((await fee({ data: ['4242 4242 4242 4242'] })).headers.get('tollgate-hints')).toBe(
    'client-request/never-sends-card-number: Expected no card number anywhere in the request, got one in the field data.',
  );
  const { rules } = (await (await fetch(`${url}/_tollgate/verdict`)).json()) as Report;
  const failed = rules.find(({ outcome }) => outcome === 'fail');
  const requestId = failed?.counterexample?.steps[0]?.requestId;
  expect(await (await fetch(`${url}/_tollgate/journal/${requestId}`)).json()).toMatchObject({
    hints: [{ rule: 'client-request/never-sends-card-number' }],
  });
  // What another mock ignores, this one refuses.
  expect((await fee({ mtxid: 'order-1' })).status).toBe(422);
  expect(await (await fetch(`${url}/_tollgate/verdict`)).json()).toMatchObject({
    ...{ subject: 'client', verdict: 'nonconformant', target: url },
    summary:
      'Failed: client-request/never-sends-card-number. Warnings, which do not count: client-request/uses-documented-fields.',
    rules: expect.arrayContaining([
      expect.objectContaining({
        id: 'client-flow/prices-anew-by-identifier',
        reason: expect.stringMatching(/^seen only in a whole run of check-client/),
      }),
    ]),
  });
  await using tail = startHere(['tail', url]);
  await tail.printed(
    /200 {2}POST \/v1\/ch .*hint client-request\/never-sends-card-number: Expected no card number/,
  );
  expect(await tail.printed(/422/)).toMatch(
    /hint client-request\/uses-documented-fields: Expected the field mTxId/,
  );
});
