/** `--watch`: a judge runs again when its files change, and says what changed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { startTollgate, tollgateHere } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

test('conform runs again with the deployment file, keeps on after a mistake, and ends with Ctrl-C', async () => {
  await using broken = await startMock({ defects: ['nicn/refuses-non-digits'] });
  await using sound = await startMock();
  const write = (url: string) =>
    writeFileSync(at('d.yaml'), `url: ${url}\nmerchants: { one: { token: x } }\n`);
  const judged = ['--only', 'nicn', '--effort', 'quick', '--token', sound.token()];
  write(broken.url);
  await using running = startTollgate(['conform', '--deployment', at('d.yaml'), '--watch', ...judged]);
  const first = await running.printed(/Waiting for changes of .*d\.yaml\. Ctrl-C ends\./);
  expect(first).toMatch(/^NONCONFORMANT/);
  expect(first).not.toContain('Since');

  writeFileSync(at('d.yaml'), 'url: nowhere\n');
  await running.printed(/^(?=.*d\.yaml.*url: expected an address)(?=.*Waiting.*Waiting)/s);
  write(sound.url);
  expect(await running.printed(/^(?=.*Since )(?=.*Waiting.*Waiting.*Waiting)/s)).toMatch(
    /Since .*d\.yaml changed:\n {2}Fixed: nicn\/refuses-non-digits\n\nCONFORMANT/,
  );
  expect(await running.end('SIGINT')).toBe(130);
  expect(running.out()).not.toMatch(/^ {4}at /m);
});

test('check-client runs again when a file of the command changes, and not for what the command writes', async () => {
  const call = `curl -sS -o fee.json -H "Authorization: Bearer $TOLLGATE_TOKEN" -H 'Content-Type: application/json' -H 'X-Requested-With: xhr' -d "$(cat body.json)" "$TOLLGATE_URL/v1/ch"`;
  writeFileSync(at('client.sh'), `${call}; grep -q sTxId fee.json`);
  writeFileSync(at('body.json'), '{"amount":100,"nicn":"4242424242424242","region":"85004"}');
  const before = `process.chdir(${JSON.stringify(folder)})`;
  const judged = ['--only', 'client-request', '--effort', 'quick', '--', 'sh', 'client.sh'];
  await using running = startTollgate(['check-client', '--watch', ...judged], before);
  await running.printed(/Waiting for changes of files/);
  writeFileSync(at('body.json'), '{"amount":100,"nicn":"424242","region":"85004"}');

  const second = await running.printed(/Since .*Waiting/s);
  expect(second).toMatch(/Since body\.json changed:/);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(running.out().match(/Waiting/g)).toHaveLength(2);

  writeFileSync(at('body.json'), '{"amount":120,"nicn":"424242","region":"85004"}');
  expect(await running.printed(/(?=.*Waiting.*Waiting.*Waiting)/s)).toContain(
    'Since body.json changed:\n  no rule fails\n\nCONFORMANT',
  );
  expect(running.out().match(/^Not tested$/gm)).toHaveLength(1);
  expect(await running.end('SIGTERM')).toBe(143);
});

test.each([
  [['conform', '--mock', '--watch'], '--watch: expected --deployment FILE beside it'],
  [['check-client', '--watch', '--record', 'x.har', '--', 'true'], '--watch: expected no --record beside it'],
  [['conform', '--deployment', 'none.yaml', '--watch'], '--deployment: none.yaml cannot be read'],
])('%j is wrong usage', async (args, problem) => {
  expect(await tollgateHere(args, {}, folder)).toMatchObject({
    code: 2,
    problem: expect.stringContaining(problem),
  });
});
