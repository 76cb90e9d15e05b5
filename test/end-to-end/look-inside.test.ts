/** The integrator looks inside a running mock: by curl, from a test, and by tail. */
import { expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { findFreePort } from '../deployments/listen.ts';
import { startHere, startMockHere, tollgateHere } from './command.ts';

const FEE = '{"region":"80202","nicn":"424242","amount":100}';

test('a test moves the clock, verifies its calls and begins anew', async () => {
  await using mock = await startMockHere('--as-of', '2022-06-30T12:00:00Z');
  const { welcome, url, post } = mock;
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/_tollgate${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).then(async (answer) => (answer.status === 204 ? undefined : answer.json()));
  expect(welcome).toContain(`tail ${url}, or GET ${url}/_tollgate`);

  await post('/v1/ch', FEE.replace('100', '"100"'));
  await post('/v1/ch', FEE);
  expect(await ask('POST', '/clock', { advance: '1d' })).toMatchObject({
    now: expect.stringMatching(/^2022-07-01T12:00/),
  });
  expect(await ask('POST', '/verify', { request: { body: { amount: 100 } }, count: 1 })).toMatchObject({
    satisfied: true,
  });
  expect(await ask('GET', '/near-misses')).toMatchObject({
    nearMisses: [{ edit: { op: 'replace', path: '/amount', value: 100 } }],
  });
  expect(await ask('POST', '/reset')).toBeUndefined();
  expect(await ask('GET', '/journal')).toEqual({ matched: 0, entries: [] });
  expect(await mock.end('SIGTERM')).toBe(0);
});

test('tail prints a line for each request, of worlds too, and ends with the mock or with Ctrl-C', async () => {
  await using mock = await startMockHere();
  const { url, token, post } = mock;
  await post('/v1/ch', FEE);
  await using tail = startHere(['tail', url]);
  await using json = startHere(['tail', url, '--json', '--last', '1']);
  await tail.printed(/200 {2}POST \/v1\/ch {2}one {2}→ new \w+… fee 2\.43\n/);
  await post('/w/cart-7/v1/ch', FEE.replace('424242', '4242424242424242\\u009b31m'));
  const out = await tail.printed(/422 .*\n/);

  expect(out).toMatch(/422 {2}POST \/w\/cart-7\/v1\/ch {2}one {2}\/nicn: expected a string of 6 to 8 digits/);
  const line = (await json.printed(/"status":422.*\n/)).trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(line)).toMatchObject({ world: 'cart-7', status: 422 });
  for (const text of [out, line]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain('4242424242424242');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  }
  expect(await tail.end('SIGINT')).toBe(0);
  const ended = json.printed(/the mock or proxy ended/);
  await mock.end('SIGTERM');
  await ended;
  expect(await json.end('SIGINT')).toBe(3);
});

test('tail says what is in the way', async () => {
  const gone = await findFreePort();
  await using mock = await startMockHere('--control', 'off');
  await using other = await startMockHere('--journal', '0');

  expect(await tollgateHere(['tail', `http://127.0.0.1:${gone}`])).toMatchObject({
    code: 3,
    problem: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
  });
  expect(await tollgateHere(['tail', mock.url])).toMatchObject({
    code: 3,
    problem: expect.stringContaining('--control off'),
  });
  expect(await tollgateHere(['tail', other.url])).toMatchObject({
    code: 3,
    problem: expect.stringContaining('the journal is off'),
  });
  expect(await tollgateHere(['tail', 'ftp://x'])).toMatchObject({ code: 2 });
});

// The integrator reads about rules on clients, and sees what the own client does wrong: hints, verdict, tail.

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
  await using mock = await startMockHere('--strict');
  const { welcome, url, post } = mock;
  const fee = (fields: object) => post('/v1/ch', { amount: 100, nicn: '424242', region: 'AZ', ...fields });
  expect(welcome).toContain('second-sale=refuse');

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
