import { expect, it } from 'vitest';
import { asking, BASELINE, FEE } from '../../../test/support/ask-mock.ts';
import { createMock, startMock } from '../index.ts';

const amountsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).request.body.amount);

it('a followed journal starts with the last requests, streams later matches, and ends with the mock', async () => {
  const mock = await startMock();
  const ask = asking(mock);
  for (const amount of [1, -2, -3]) await ask(FEE, { ...BASELINE, amount });
  const following = await fetch(`${mock.url}/_tollgate/journal?follow=true&limit=1&status=4xx`);
  expect(following.headers.get('content-type')).toBe('application/x-ndjson');
  const text = following.text();
  await asking(mock)('/w/other/v1/ch', { ...BASELINE, amount: -4 });
  for (const amount of [5, -6]) await ask(FEE, { ...BASELINE, amount });
  await mock.close();

  expect(amountsIn(await text)).toEqual([-3, -6]);
});

it('a journal of all worlds that is followed in this process ends with the mock, too', async () => {
  const mock = await createMock();
  const text = mock.inject({ method: 'GET', path: '/_tollgate/journal?follow=true&world=*' });
  // The journal is followed once the mock has answered a later request.
  await mock.inject({ method: 'GET', path: '/_tollgate/health' });
  await mock.world('one').inject({
    path: FEE,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${mock.token()}`,
    },
    body: BASELINE,
  });
  await mock.close();

  expect(amountsIn((await text).text)).toEqual([100]);
});

it('HEAD of a followed journal returns its headers and ends', async () => {
  await using mock = await startMock();
  const head = await fetch(`${mock.url}/_tollgate/journal?follow=true`, { method: 'HEAD' });

  expect([head.status, await head.text()]).toEqual([200, '']);
});
