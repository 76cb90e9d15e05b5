/** An integrator tries a client against faults: on the command line, by header and in a merchant file. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startHere, tollgateHere } from './command.ts';

test('a mock injects faults, lists them at the start, and conforms where clients may retry', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'shop.yaml');
  writeFileSync(
    path,
    `merchants:
  shop:
    processors: [{ mid: "700100", name: alpha, pricing: { model: percent-plus-fixed, percent: "2.9", fixed: "0.30" } }]
    faults: [{ when: { amount: "13.37" }, then: { status: 402 } }]
`,
  );
  const rules = ['--fault', 'every=25: status=503;retry-after=0', '--fault', 'amount=66.6: reset=after'];
  await using mock = startHere(['mock', '--port', '0', '--merchants', path, ...rules]);
  const welcome = await mock.printed(/Ctrl-C/);
  const url = /listens on (\S+)/.exec(welcome)?.[1] ?? '';
  const token = /TOLLGATE_TOKEN=(\S+)/.exec(welcome)?.[1] ?? '';
  const ask = (amount: number, headers: Record<string, string> = {}) =>
    fetch(`${url}/v1/ch`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify({ amount, nicn: '424242', region: '85004' }),
    });

  expect(welcome).toContain(
    "injected faults: 'every=25: status=503;retry-after=0', 'amount=66.6: reset=after'",
  );
  expect((await ask(13.37)).status).toBe(402);
  expect((await ask(1, { 'Tollgate-Fault': '429' })).headers.get('retry-after')).toBe('1');
  await expect(ask(66.6)).rejects.toThrow('fetch failed');
  const judged = await tollgateHere(['conform', url, '--effort', 'quick'], { TOLLGATE_TOKEN: token });
  expect(judged).toMatchObject({ code: 0, out: expect.stringMatching(/^CONFORMANT /) });
});

test.each([
  [
    ['--fault', 'amount=many: hang'],
    `--fault 'amount=many: hang' has a problem:\nwhen.amount: expected US dollars, 0 or more, such as "13.37", got "many"\n`,
  ],
  [
    ['--fault', 'hang', '--fault-seed', 'x'],
    '--fault-seed: expected a whole number from 0 to 2147483647, got x\n',
  ],
])('%j is refused', async (args, problem) => {
  const { code, problem: said } = await tollgateHere(['mock', '--port', '0', ...args]);

  expect({ code, said }).toEqual({ code: 2, said: `tollgate: ${problem}` });
});
