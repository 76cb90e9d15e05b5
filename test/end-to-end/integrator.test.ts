/** The integrator's path: start the mock, paste what it prints, go on from there. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../shape/source-files.ts';
import { bash, startHere, startTollgate, tollgateHere, watch } from './command.ts';

test('the calls that the mock prints work when pasted, and so does the first public example', async () => {
  await using mock = startTollgate(['mock', '--port', '0']);
  const welcome = await mock.printed(/Ctrl-C/);
  const calls = welcome.match(/^ {2}curl [\s\S]*?}'\n/gm) ?? [];
  const token = /TOLLGATE_TOKEN=(\S+)/.exec(welcome)?.[1] ?? '';
  const url = /listens on (\S+)/.exec(welcome)?.[1] ?? '';
  const pasted = await Promise.all(calls.map(async (call) => JSON.parse((await bash(call)).out)));

  // A credit card, a debit card, and a state that prohibits surcharges.
  expect(pasted).toEqual(
    [2.43, 0, 0].map((transactionFee) => ({ transactionFee, sTxId: expect.any(String), message: 'ok' })),
  );

  const ask = async (path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    });

    return (await answer.json()) as { readonly sTxId: string; readonly transactionFee?: number };
  };
  const example = { region: '85004', nicn: '424242', amount: 100.0, campaign: ['optional text field1'] };
  const first = await ask('/v1/ch', example);
  const updated = await ask('/v1/ch', { ...example, amount: 250, sTxId: first.sTxId });
  const sale = await ask('/v1/ch/sale', { sTxId: first.sTxId });

  expect(first.transactionFee).toBe(2.43);
  expect(updated.sTxId).toBe(first.sTxId);
  expect(updated.transactionFee).not.toBe(first.transactionFee);
  expect(sale).toEqual({ sTxId: first.sTxId });
  expect(await mock.end('SIGINT')).toBe(0);
});

test('the printed call names a processor where the merchant has several, however it is called', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-welcome-'));
  const price = '{ model: flat, fixed: "1.50" }';
  writeFileSync(
    join(folder, 'shop.yaml'),
    `merchants: { shop: { processors: [{ mid: "1", name: "o'river", pricing: ${price} }, { mid: "2", name: lake, pricing: ${price} }] } }`,
  );
  await using mock = startHere(['mock', '--port', '0', '--merchants', join(folder, 'shop.yaml')]);
  const call = /^ {2}curl [\s\S]*?}'\n/m.exec(await mock.printed(/Ctrl-C/))?.[0] ?? '';

  expect(JSON.parse((await bash(call)).out)).toMatchObject({ transactionFee: 1.5, message: 'ok' });
  rmSync(folder, { recursive: true });
});

test('a port that is in use is reported in one line', async () => {
  await using first = startHere(['mock', '--port', '0']);
  const port = /127\.0\.0\.1:(\d+)/.exec(await first.printed(/Ctrl-C/))?.[1] ?? '';

  expect(await tollgateHere(['mock', '--port', port])).toEqual({
    code: 2,
    out: '',
    problem: `tollgate: 127.0.0.1:${port} is already in use: choose another port, or 0 for a free one\n`,
  });
});

test('npm start prints commands that work from any folder and end on SIGTERM', async () => {
  await using mock = watch(
    spawn(process.execPath, [join(ROOT, 'cli/tollgate.js'), 'mock', '--port', '0'], {
      env: { ...process.env, npm_lifecycle_event: 'start', npm_package_name: 'tollgate' },
    }),
  );
  const welcome = await mock.printed(/Ctrl-C/);
  const command = /judge the mock +(.+) conform /.exec(welcome)?.[1] ?? 'false';

  expect(welcome).not.toContain('npm run');
  expect(await bash(`cd / && ${command} token`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^eyJ/),
  });
  expect(await mock.end('SIGTERM')).toBe(0);
});
