import { expect, test } from 'vitest';
import { deploymentOf } from '../../test/deployments/deployment-of.ts';
import { openServer } from './server.ts';

const URL_OF_MINE = 'http://127.0.0.1:4010/';
const NOTHING = { url: undefined, token: undefined, deployment: undefined };

test.each<[string, Parameters<typeof openServer>[0]['url']]>([
  ['an address', URL_OF_MINE],
  ['a URL', new URL(URL_OF_MINE)],
  ['a function that gives an address', () => URL_OF_MINE],
  ['a function that starts a server', async () => ({ url: URL_OF_MINE })],
])('%s is judged', async (_, url) => {
  await using server = await openServer({ ...NOTHING, url, token: 'a.b.c' });

  expect(server.deployment).toMatchObject({ url: new URL(URL_OF_MINE), one: { token: 'a.b.c' } });
});

test('a server gives its token, and is closed in the end', async () => {
  const closed: string[] = [];
  const url = () => ({ url: URL_OF_MINE, token: () => 'of.the.server', close: () => closed.push('closed') });
  {
    await using server = await openServer({ ...NOTHING, url });

    expect(server.deployment.one.token).toBe('of.the.server');
    expect(closed).toEqual([]);
  }
  expect(closed).toEqual(['closed']);
});

test('a server is closed where what was told of it cannot be used', async () => {
  const closed: string[] = [];
  const url = () => ({ url: 'fees.example.com', close: () => closed.push('closed') });

  await expect(openServer({ ...NOTHING, url })).rejects.toMatchObject({ code: 'deployment' });
  expect(closed).toEqual(['closed']);
});

test('a deployment keeps what is not said otherwise', async () => {
  const deployment = deploymentOf(new URL('http://127.0.0.1:1/'));
  await using same = await openServer({ ...NOTHING, deployment });
  await using elsewhere = await openServer({ ...NOTHING, deployment, url: URL_OF_MINE });

  expect(same.deployment.url.port).toBe('1');
  expect(elsewhere.deployment).toMatchObject({ url: new URL(URL_OF_MINE), several: deployment.several });
});

test('neither an address nor a deployment is refused in words', async () => {
  await expect(openServer(NOTHING)).rejects.toThrow('url: expected an address, got nothing');
});
