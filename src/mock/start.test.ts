import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseMockFile, shippedMerchants } from './read-merchants.ts';
import { SHIPPED_SCENARIOS } from './worlds/scenario.ts';

const SCRIPT = `
  import { createRequire } from 'node:module';
  import { startMock } from ${JSON.stringify(new URL('../../cli/index.ts', import.meta.url))};
  const mock = await startMock();
  const headers = {
    authorization: 'Bearer ' + mock.token(),
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
  };
  const body = { amount: 100, nicn: '424242', region: '85004' };
  const { status } = await mock.inject({ path: '/v1/ch', headers, body });
  const files = Object.keys(createRequire(import.meta.url).cache);
  const loaded = ['yaml', 'ajv', '@stoplight'].filter((name) => files.some((file) => file.includes('/' + name + '/')));
  console.log(JSON.stringify({ status, loaded }));
  await mock.close();
`;

it('calculates a fee without the packages that few mocks need', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8' });

  expect(JSON.parse(printed)).toEqual({ status: 200, loaded: [] });
});

it('ships the merchants of the merchant file of the package', () => {
  const path = 'fixtures/merchants/merchants.yaml';
  const { merchants, scenarios } = parseMockFile(readFileSync(path, 'utf8'), path);

  expect(JSON.stringify(shippedMerchants())).toBe(JSON.stringify(merchants));
  expect(SHIPPED_SCENARIOS).toEqual(scenarios);
});
