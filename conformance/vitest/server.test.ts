import { expect, test } from 'vitest';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { openServer } from './server.ts';

const ADDRESS = 'http://127.0.0.1:4010/';
const NOTHING = {};

test.each<[string, Parameters<typeof openServer>[0]['url']]>([
  ['an address', ADDRESS],
  ['a URL', new URL(ADDRESS)],
  ['a function that returns an address', () => ADDRESS],
  ['a function that starts a server', async () => ({ url: ADDRESS })],
])('%s gives the deployment', async (_, url) => {
  await using server = await openServer({ ...NOTHING, url, token: 'a.b.c' });

  expect(server.deployment).toMatchObject({ url: new URL(ADDRESS), one: { token: 'a.b.c' } });
});

test('a server provides its token and is closed on disposal', async () => {
  const closed: string[] = [];
  const url = () => ({ url: ADDRESS, token: () => 'of.the.server', close: () => closed.push('closed') });
  {
    await using server = await openServer({ ...NOTHING, url });

    expect(server.deployment.one.token).toBe('of.the.server');
    expect(closed).toEqual([]);
  }
  expect(closed).toEqual(['closed']);
});

test('a server is closed where its address is invalid', async () => {
  const closed: string[] = [];
  const url = () => ({ url: 'fees.example.com', close: () => closed.push('closed') });

  await expect(openServer({ ...NOTHING, url })).rejects.toMatchObject({ code: 'deployment' });
  expect(closed).toEqual(['closed']);
});

test('a deployment is kept except for the address', async () => {
  const deployment = deploymentOf(new URL('http://127.0.0.1:1/'));
  await using same = await openServer({ ...NOTHING, deployment });
  await using elsewhere = await openServer({ ...NOTHING, deployment, url: ADDRESS });

  expect(same.deployment.url.port).toBe('1');
  expect(elsewhere.deployment).toMatchObject({ url: new URL(ADDRESS), several: deployment.several });
});

test('neither an address nor a deployment is an error', async () => {
  await expect(openServer(NOTHING)).rejects.toThrow('url: expected an address, got nothing');
});
